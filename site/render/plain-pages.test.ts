import { describe, expect, it } from 'vitest';
import { errorPage, preparingPage } from './plain-pages.tsx';

describe('preparingPage', () => {
  it('is a whole French document', () => {
    expect(preparingPage()).toMatch(
      /^<!doctype html><html lang="fr">.*<h1>Contenu en préparation<\/h1>.*<\/html>$/,
    );
  });
});

describe('errorPage', () => {
  it('needs nothing of the build: no script, its own style sheet', () => {
    const html = errorPage();
    expect([html.includes('<h1>Erreur</h1>'), html.includes('<script'), html.includes('/plain.css')]).toEqual(
      [true, false, true],
    );
  });
});
