import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ImportState } from '#content/contract/import-operations.ts';
import { countOf } from '#content/contract/in-words.ts';
import { quoted } from '#content/model/french-spaces.ts';
import { invalidate, type Output, useApiMutation, useApiQuery } from '../api/use-api.ts';
import { momentInWords } from '../in-words.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { NotLoaded } from '../kit/loading.tsx';
import { Row } from '../kit/rows.tsx';
import { ChooseExport } from './choose-export.tsx';
import { ImportView } from './import-view.tsx';
import { importName, stateInWords } from './import-words.ts';
import { SendingView } from './sending-view.tsx';
import { isSameExport, useSending } from './use-sending.ts';
import './importing.css';

type KnownImport = Output<'listImports'>[number];

/** « Réglages », « Importer »: an old blog's articles, from its export to the readers (docs/product.md, Importing). */
export function ImportPanel(): ReactNode {
  const imports = useApiQuery('listImports', {});
  const queries = useQueryClient();
  const upload = useSending();
  const [chosen, setChosen] = useState<string | null>(null);
  if (imports.data === undefined)
    return <NotLoaded query={imports} failed="Les imports n’ont pas pu être lus" />;
  const known = imports.data;
  const open = known.find(({ id }) => id === chosen);
  const show = (begun: ImportState | null) => {
    if (begun !== null) setChosen(begun.id);
  };
  if (upload.sending.kind !== 'none')
    return (
      <SendingView
        sending={upload.sending}
        onStop={upload.stop}
        onLeave={upload.leave}
        onResume={() => void upload.resume().then(show)}
      />
    );
  if (chosen !== null && (open === undefined || !lacksFiles(open)))
    return (
      <ImportView
        key={chosen}
        id={chosen}
        onLeave={() => {
          invalidate(queries, ['listImports']);
          setChosen(null);
        }}
      />
    );
  return (
    <Beginning
      known={known}
      unfinished={open}
      onFiles={(files) => {
        const begun = known.find((one) => one.state === 'uploading' && isSameExport(files, one));
        void upload.send(files, begun === undefined ? null : { ...begun, plan: null }).then(show);
      }}
      onBegun={({ id }) => {
        invalidate(queries, ['listImports']);
        setChosen(id);
      }}
      onOpen={setChosen}
    />
  );
}

/** Whether its author has to choose its files again, for the rest of them to be sent. */
function lacksFiles({ state, files }: Pick<ImportState, 'state' | 'files'>): boolean {
  return state === 'uploading' && files.some(({ bytes, received }) => received < bytes);
}

interface BeginningProps {
  readonly known: readonly KnownImport[];
  /** One whose files are not all here, and that its author wants to go on with. */
  readonly unfinished: KnownImport | undefined;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onBegun: (begun: ImportState) => void;
  readonly onOpen: (id: string) => void;
}

function Beginning({ known, unfinished, onFiles, onBegun, onOpen }: BeginningProps): ReactNode {
  return (
    <div className="import">
      <p className="admin-lead">
        Votre ancien blog vient avec vous&nbsp;: articles, pages, images, anciennes adresses. Encrier lit
        l’export de WordPress, Ghost, Medium ou Substack, et les dossiers de Hugo, Jekyll, Astro, Eleventy ou
        de fichiers Markdown. Vous lisez d’abord le plan&nbsp;: rien n’est écrit avant que vous l’ayez décidé,
        et rien n’est montré à vos lecteurs avant que vous l’ayez publié.
      </p>
      {unfinished !== undefined && (
        <p className="import-notice" role="status">
          Choisissez de nouveau{' '}
          {unfinished.files.length === 1 ? quoted(importName(unfinished)) : 'les mêmes fichiers'}&nbsp;:
          l’envoi reprend où il s’était arrêté.
        </p>
      )}
      <ChooseExport onFiles={onFiles} onBegun={onBegun} />
      {known.length > 0 && (
        <section aria-labelledby="import-known">
          <h2 id="import-known">Imports</h2>
          <ul className="kit-rows">
            {known.map((one) => (
              <KnownRow key={one.id} known={one} onOpen={() => onOpen(one.id)} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function KnownRow({
  known,
  onOpen,
}: {
  readonly known: KnownImport;
  readonly onOpen: () => void;
}): ReactNode {
  const { id, state, createdAt, report, expiresAt } = known;
  const name = importName(known);
  const forget = useApiMutation('deleteImport', {
    said: { title: 'Import oublié', description: name },
    failed: 'L’import n’a pas pu être oublié',
  });
  const canGo = expiresAt !== null || state === 'undone';
  return (
    <Row
      action={
        <span className="import-actions">
          <Button size="small" onClick={onOpen}>
            {state === 'uploading' ? 'Reprendre' : 'Ouvrir'}
            <span className="unseen"> {quoted(name)}</span>
          </Button>
          {canGo && (
            <Button
              size="small"
              variant="quiet"
              isBusy={forget.isPending}
              onClick={() => forget.mutate({ id })}
            >
              Oublier<span className="unseen"> {quoted(name)}</span>
            </Button>
          )}
        </span>
      }
    >
      <p>
        {name} <Badge tone={TONES[state] ?? 'quiet'}>{stateInWords(known)}</Badge>
      </p>
      <p className="kit-fact">
        Commencé le {momentInWords(createdAt)}
        {report !== null &&
          report.written > 0 &&
          state !== 'undone' &&
          ` · ${countOf(report.written, 'texte importé', 'textes importés')}`}
        {expiresAt !== null && ` · gardé jusqu’au ${momentInWords(expiresAt)}`}
      </p>
    </Row>
  );
}

const TONES: Partial<Record<ImportState['state'], 'good' | 'waiting' | 'alert'>> = {
  published: 'good',
  done: 'waiting',
  planned: 'waiting',
  running: 'waiting',
  publishing: 'waiting',
  stopped: 'alert',
  refused: 'alert',
};
