import type { ReactNode } from 'react';
import { useOutside } from './use-outside.ts';
import './outside.css';

/** Files of the folder that are not ours, or cannot be taken up: shown, never touched. */
export function LeftFiles(): ReactNode {
  const outside = useOutside();
  const left = outside?.left.filter(({ isClash }) => !isClash) ?? [];
  if (left.length === 0) return null;
  return (
    <section className="outside-left" aria-labelledby="outside_left_title">
      <h2 id="outside_left_title">Fichiers laissés tels quels</h2>
      <p className="problems-lead">
        Ils sont dans le dossier de vos articles et ne sont pas enregistrés. Encrier ne les touche pas.
      </p>
      <ul className="problems-list">
        {left.map(({ path, reason }) => (
          <li key={path}>
            <p className="problems-where">
              <code>{path}</code>
            </p>
            <p>{reason}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
