import '#content/contract/zod-without-eval.ts';
import { type ReactNode, useReducer, useState } from 'react';
import { useAdmin } from '#site/admin/context.ts';
import { Badge } from '#site/admin/kit/badge.tsx';
import { Button } from '#site/admin/kit/button.tsx';
import { useCopy, useToast } from '#site/admin/toasts.tsx';
import { FileField } from '../shell/file-field.tsx';
import { ToolPage } from '../shell/tool-page.tsx';
import { changeRun, diagnose, FRESH_RUN, STEPS, type StepState } from './steps.ts';

export function Page(): ReactNode {
  return (
    <ToolPage
      title="Diagnostic des envois"
      lead="Suit un envoi d’image pas à pas, et s’arrête au premier qui échoue."
      opensTo="signed-in"
    >
      <Diagnostic />
    </ToolPage>
  );
}

/** docs/product.md, Trials of uploads: the words of each state. */
const STATES: Readonly<Record<StepState, { word: string; tone: 'quiet' | 'waiting' | 'good' | 'alert' }>> = {
  idle: { word: 'En attente', tone: 'quiet' },
  running: { word: 'En cours', tone: 'waiting' },
  success: { word: 'Succès', tone: 'good' },
  error: { word: 'Erreur', tone: 'alert' },
};

/** The four steps of an upload, their states and what each said. */
function Diagnostic(): ReactNode {
  const { client } = useAdmin();
  const toast = useToast();
  const toClipboard = useCopy();
  const copied = { said: { title: 'Logs copiés' }, failed: 'Impossible de copier les logs' };
  const [file, setFile] = useState<File | null>(null);
  const [run, change] = useReducer(changeRun, FRESH_RUN);
  const isRunning = run.states.includes('running');

  function start(): void {
    if (file === null) {
      toast({ title: 'Veuillez sélectionner un fichier de test', variant: 'destructive' });
      return;
    }
    change({ kind: 'start' });
    void diagnose({ client, file, onChange: change });
  }

  return (
    <div className="tool-cards">
      <section className="tool-card">
        <FileField label="Fichier de test" onChange={setFile} />
        <Button variant="gold" isBusy={isRunning} onClick={start}>
          Lancer le diagnostic
        </Button>
        <ol className="tool-steps">
          {STEPS.map((step, index) => {
            const { word, tone } = STATES[run.states[index] ?? 'idle'];
            return (
              <li key={step.name}>
                {step.name}
                <Badge tone={tone}>{word}</Badge>
              </li>
            );
          })}
        </ol>
      </section>
      <section className="tool-card" aria-labelledby="logs">
        <h2 id="logs">Logs</h2>
        {/* Focusable, so that a long log can be scrolled by keyboard. */}
        <pre className="tool-log" role="log" aria-labelledby="logs" tabIndex={0}>
          {run.log.join('\n')}
        </pre>
        <Button
          size="small"
          disabled={run.log.length === 0}
          onClick={() => toClipboard(run.log.join('\n'), copied)}
        >
          Copier les logs
        </Button>
      </section>
    </div>
  );
}
