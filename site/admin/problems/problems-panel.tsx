import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { quoted } from '#content/model/french-spaces.ts';
import { useApiQuery } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { EmptyState, NotLoaded } from '../kit/loading.tsx';
import { Row } from '../kit/rows.tsx';
import { Link } from '../navigation.tsx';
import { postPath } from '../sections.ts';
import './problems.css';
import { type Outside, useOutside } from '../outside/use-outside.ts';
import '../outside/outside.css';

/** Files of the content that cannot be read or break a rule; the site goes on with their last readable version. */
export function ProblemsPanel(): ReactNode {
  const { offers } = useAdmin();
  const left = useOutside()?.left.filter(({ kind }) => kind !== 'clash') ?? [];
  return (
    <>
      <h1>Problèmes</h1>
      <p className="admin-lead">
        Un fichier illisible ne casse pas le site&nbsp;: sa dernière version lisible reste en ligne. Voici ce
        qui est à corriger, avec le fichier et la ligne.
      </p>
      <Troubles />
      <Problems hasLeft={left.length > 0} />
      <LeftFiles left={left} />
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
      <ul className="kit-rows">
        {troubles.map(({ code, reason, remedy }) => (
          <Row key={code}>
            <p>{reason}</p>
            <p className="kit-fact">{remedy}</p>
          </Row>
        ))}
      </ul>
    </section>
  );
}

function Problems({ hasLeft }: { readonly hasLeft: boolean }): ReactNode {
  const problems = useApiQuery('listProblems', {});
  if (problems.data === undefined)
    return <NotLoaded query={problems} failed="Impossible de lire l’état du contenu" />;
  if (problems.data.length === 0 && hasLeft) return null;
  if (problems.data.length === 0)
    return <EmptyState title="Aucun problème&nbsp;: tous les fichiers se lisent, aucune image ne manque." />;
  return (
    <ul className="kit-rows">
      {problems.data.map((problem) => (
        <FileRow key={`${problem.path} ${problem.line} ${problem.reason}`} {...problem} />
      ))}
    </ul>
  );
}

/** Files of the folder that are not ours, or cannot be taken up: shown, never touched. */
function LeftFiles({ left }: Pick<Outside, 'left'>): ReactNode {
  if (left.length === 0) return null;
  return (
    <section className="outside-left" aria-labelledby="outside_left_title">
      <h2 id="outside_left_title">Fichiers laissés tels quels</h2>
      <p className="admin-lead">
        Ils sont dans le dossier de vos articles et ne sont pas enregistrés. Encrier ne les touche pas.
      </p>
      <ul className="kit-rows">
        {left.map(({ path, reason }) => (
          <FileRow key={`${path} ${reason}`} path={path} reason={reason} />
        ))}
      </ul>
    </section>
  );
}

interface FileRowProps {
  readonly path: string;
  /** 0 where it is no one line's. */
  readonly line?: number;
  readonly reason: string;
  /** The article to mend, where it is one's. */
  readonly post?: { readonly id: string; readonly title: string };
}

function FileRow({ path, line = 0, reason, post }: FileRowProps): ReactNode {
  return (
    <Row>
      <p className="kit-fact">
        <code>{path}</code>
        {line > 0 && <>, ligne {line}</>}
      </p>
      <p>{reason}</p>
      {post !== undefined && <Link to={postPath(post.id)}>{`Ouvrir ${quoted(post.title)}`}</Link>}
    </Row>
  );
}
