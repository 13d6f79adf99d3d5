import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApiQuery } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { EmptyState, NotLoaded } from '../kit/loading.tsx';
import './problems.css';
import { useOutside } from '../outside/use-outside.ts';
import '../outside/outside.css';

/** Files of the content that cannot be read or break a rule; the site goes on with their last readable version. */
export function ProblemsPanel(): ReactNode {
  const { offers } = useAdmin();
  return (
    <>
      <h1>Problèmes</h1>
      <p className="admin-lead">
        Un fichier illisible ne casse pas le site&nbsp;: sa dernière version lisible reste en ligne. Voici ce
        qui est à corriger, avec le fichier et la ligne.
      </p>
      <Troubles />
      <Problems />
      <LeftFiles />
      {offers.has('exportAll') && <Export />}
    </>
  );
}

function Export(): ReactNode {
  return (
    <section className="problems-export">
      <h2>Tout exporter</h2>
      <p>Articles, pages, images et réglages, tels qu’ils sont dans le dépôt, en un seul fichier zip.</p>
      <a className="kit-button kit-button-plain kit-button-normal" href="/api/admin/export" download="">
        <Download aria-hidden="true" size={18} />
        Tout exporter
      </a>
    </section>
  );
}

/** What is wrong with the whole site; nothing is said where nothing is. */
function Troubles(): ReactNode {
  const { data: troubles = [] } = useApiQuery('listTroubles', {});
  if (troubles.length === 0) return null;
  return (
    <section aria-labelledby="troubles">
      <h2 id="troubles">Tout le site</h2>
      <ul className="problems-list">
        {troubles.map(({ code, reason, remedy }) => (
          <li key={code}>
            <p>{reason}</p>
            <p className="problems-where">{remedy}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Problems(): ReactNode {
  const problems = useApiQuery('listProblems', {});
  if (problems.data === undefined)
    return <NotLoaded query={problems} failed="Impossible de lire l’état du contenu" />;
  if (problems.data.length === 0)
    return <EmptyState title="Aucun problème&nbsp;: tous les fichiers se lisent, aucune image ne manque." />;
  return (
    <ul className="problems-list">
      {problems.data.map(({ path, line, reason }) => (
        <li key={`${path} ${line} ${reason}`}>
          <p className="problems-where">
            <code>{path}</code>
            {line > 0 && <>, ligne {line}</>}
          </p>
          <p>{reason}</p>
        </li>
      ))}
    </ul>
  );
}

/** Files of the folder that are not ours, or cannot be taken up: shown, never touched. */
function LeftFiles(): ReactNode {
  const outside = useOutside();
  const left = outside?.left.filter(({ isClash }) => !isClash) ?? [];
  if (left.length === 0) return null;
  return (
    <section className="outside-left" aria-labelledby="outside_left_title">
      <h2 id="outside_left_title">Fichiers laissés tels quels</h2>
      <p className="admin-lead">
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
