import type { Client } from '#content/contract/client.ts';
import { errorOf, noAnswer } from '#site/admin/api/http-transport.ts';
import { withStatus } from '#site/admin/error-text.ts';

interface Attempt {
  readonly client: Client;
  readonly file: File;
  readonly log: (line: string) => void;
}

interface Step {
  readonly name: string;
  /** Gives what the next step works on; throws when the step failed. */
  readonly run: (attempt: Attempt, before: string) => Promise<string>;
}

/** docs/product.md, Trials of uploads: authentication, address, direct upload, finalization and access rules. */
export const STEPS: readonly Step[] = [
  {
    name: 'Authentification',
    async run({ client, log }) {
      const { username } = await client.getUser({});
      log(`Connecté : ${username}`);
      return '';
    },
  },
  {
    name: 'Génération de l’adresse d’envoi',
    async run({ client, log }) {
      const { uploadURL } = await client.createObjectUpload({});
      // Its signature lets whoever has it send a picture: the log, made to be copied, leaves it out.
      log(`Adresse reçue : ${uploadURL.split('?')[0] ?? ''}`);
      return uploadURL;
    },
  },
  {
    name: 'Envoi direct du fichier',
    async run({ file, log }, uploadURL) {
      log(`Envoi de ${file.name} (${file.type}, ${file.size} octets)`);
      const answer = await ask(uploadURL, {
        method: 'PUT',
        headers: { 'Content-Type': file.type },
        body: file,
      });
      log(`Réponse ${answer.status}`);
      return uploadURL;
    },
  },
  {
    name: 'Finalisation et règles d’accès',
    async run({ client, log }, uploadURL) {
      const { url, objectPath } = await client.finalizeObjectUpload({ imageURL: uploadURL });
      log(`Image enregistrée : ${objectPath}`);
      const answer = await ask(url, { credentials: 'omit', cache: 'no-store' });
      log(`Lisible par tous : ${url} (${answer.headers.get('Content-Type') ?? ''})`);
      return url;
    },
  },
];

interface Diagnosis {
  readonly client: Client;
  readonly file: File;
  readonly onChange: (change: RunChange) => void;
}

/** Runs the steps in order; the first that fails ends the run (docs/product.md, Trials of uploads). */
export async function diagnose({ client, file, onChange }: Diagnosis): Promise<void> {
  const log = (line: string) => onChange({ kind: 'log', line });
  let result = '';
  for (const [index, step] of STEPS.entries()) {
    onChange({ kind: 'step', index, state: 'running' });
    log(`— ${step.name}`);
    try {
      result = await step.run({ client, file, log }, result);
    } catch (error) {
      log(`Erreur : ${withStatus(error)}`);
      onChange({ kind: 'step', index, state: 'error' });
      return;
    }
    onChange({ kind: 'step', index, state: 'success' });
  }
}

/** Rejects like a call of the client: an answer that is no success, or none at all. */
async function ask(address: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(address, options).catch((cause: unknown) => {
    throw noAnswer(cause);
  });
  if (answer.ok) return answer;
  const { status, statusText } = answer;
  throw errorOf({ status, statusText, body: await answer.text() });
}

/** docs/product.md, Trials of uploads: the states of a step. */
export type StepState = 'idle' | 'running' | 'success' | 'error';

export interface Run {
  readonly states: readonly StepState[];
  readonly log: readonly string[];
}

const STEP_COUNT = 4;
export const FRESH_RUN: Run = { states: Array.from({ length: STEP_COUNT }, () => 'idle'), log: [] };

type RunChange =
  | { readonly kind: 'start' }
  | { readonly kind: 'step'; readonly index: number; readonly state: StepState }
  | { readonly kind: 'log'; readonly line: string };

export function changeRun(run: Run, change: RunChange): Run {
  switch (change.kind) {
    case 'start':
      return FRESH_RUN;
    case 'step':
      return { ...run, states: run.states.with(change.index, change.state) };
    case 'log':
      return { ...run, log: [...run.log, change.line] };
  }
}
