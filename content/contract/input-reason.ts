import type * as z from 'zod';
import { ContentError } from '#content/model/errors.ts';
import { calledField } from '#content/model/field-names.ts';
import { capitalized } from '#content/model/post-words.ts';
import { countOf } from './in-words.ts';

type Issue = z.core.$ZodIssue;

/** What was sent does not fit a call's input schema: an `invalid` error that names the first field at fault, in French. */
export function invalidInput(error: { readonly issues: readonly Issue[] }): ContentError<'invalid'> {
  const [issue] = error.issues;
  if (issue === undefined)
    return new ContentError('invalid', { path: '', reason: 'La demande n’est pas valable.' });
  const field = issue.path.join('.');
  return new ContentError('invalid', {
    path: '',
    reason: sentence(field, issue),
    ...(field === '' ? {} : { field }),
  });
}

/** What is wrong first with each field, by its path: `home.audience.cards.0.title` → « il manque ». */
export function faultsOf(error: { readonly issues: readonly Issue[] }): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const issue of error.issues) {
    const field = issue.path.join('.');
    if (!faults.has(field)) faults.set(field, capitalized(ruleOf(issue)));
  }
  return faults;
}

function sentence(field: string, issue: Issue): string {
  const rule = ruleOf(issue);
  // A sentence of its own, such as « Mot de passe requis » (docs/product.md, Sign-in).
  if (/^\p{Lu}/u.test(rule)) return rule;
  return field === ''
    ? `La demande n’est pas valable\u00a0: ${rule}.`
    : `${calledField(field)} n’est pas valable\u00a0: ${rule}.`;
}

function ruleOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input !== undefined) return KINDS[issue.expected] ?? 'une autre valeur est attendue';
      return isOurs(issue.message) ? issue.message : 'il manque';
    case 'invalid_union': {
      // The last of its forms is what is asked for, the others what may stand in its place.
      const fault = issue.errors.at(-1)?.[0];
      return fault === undefined ? 'cette valeur ne va pas' : ruleOf(fault);
    }
    case 'invalid_value':
      return `attendu ${issue.values.map((value) => `«\u00a0${String(value)}\u00a0»`).join(' ou ')}`;
    case 'too_big':
      return Number(issue.maximum) < Number.MAX_SAFE_INTEGER
        ? `${quantity(issue.origin, Number(issue.maximum))} au plus`
        : 'ce nombre est trop grand';
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1 && !isOurs(issue.message)) return 'il manque';
      return isOurs(issue.message)
        ? issue.message
        : `${quantity(issue.origin, Number(issue.minimum))} au moins`;
    case 'invalid_format':
      return isOurs(issue.message)
        ? issue.message
        : (FORMATS[issue.format] ?? 'cette forme n’est pas la bonne');
    default:
      return isOurs(issue.message) ? issue.message : 'cette valeur ne va pas';
  }
}

/** zod's own messages are English and begin so. */
function isOurs(message: string): boolean {
  return !/^(?:Invalid|Too |Unrecognized|Expected)/.test(message);
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'un texte est attendu',
  number: 'un nombre est attendu',
  int: 'un nombre entier est attendu',
  boolean: '«\u00a0true\u00a0» ou «\u00a0false\u00a0» est attendu',
  array: 'une liste est attendue',
  object: 'un objet est attendu',
};

function quantity(origin: string, count: number): string {
  if (origin === 'string') return countOf(count, 'caractère');
  if (origin === 'array') return countOf(count, 'élément');
  return count.toLocaleString('fr-FR');
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'un identifiant est attendu',
  datetime: 'une date comme 2026-11-21T08:00:00.000Z est attendue',
  email: 'une adresse e-mail est attendue',
  url: 'une adresse est attendue',
};
