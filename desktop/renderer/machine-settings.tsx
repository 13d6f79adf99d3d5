import { type ReactNode, useEffect, useState } from 'react';
import type { Machine } from '#desktop/host/machine-calls.ts';
import { Loading } from '#site/admin/kit/loading.tsx';
import { messageOf } from './first-run/message-of.ts';
import { MachineAuthor } from './machine-author.tsx';
import { type MachineHost, MachineRemote } from './machine-remote.tsx';
import { MachineSpelling } from './machine-spelling.tsx';

/** « Cet ordinateur »: the folder, the name on commits, spelling, the remote and what opens it. */
export function MachineSettings({ host }: { readonly host: MachineHost }): ReactNode {
  const [machine, setMachine] = useState<Machine | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    host.getMachine({}).then(
      (answer) => {
        if (!isGone) setMachine(answer);
      },
      (error: unknown) => {
        if (!isGone) setFault(messageOf(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, [host]);

  if (fault !== null) return <p role="alert">{fault}</p>;
  if (machine === null) return <Loading />;
  // The folder is opened again with what it follows now: every screen starts from it.
  const reload = () => window.location.reload();
  return (
    <>
      <p className="settings-lead">
        Vos articles sont dans le dossier <strong>{machine.folder}</strong>. Ces réglages restent sur cet
        ordinateur.
      </p>
      <MachineAuthor author={machine.author} onChange={host.changeAuthor} />
      <MachineSpelling spelling={machine.spelling} onChange={host.changeSpelling} />
      <MachineRemote machine={machine} host={host} onChanged={reload} />
    </>
  );
}
