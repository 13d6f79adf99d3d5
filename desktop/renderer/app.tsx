import './desktop.css';
import Menu from 'lucide-react/icons/menu';
import { type ReactNode, useEffect, useState } from 'react';
import { createClient, createClientOf, OperationError } from '#content/contract/client.ts';
import { hostOperations, OFFERED_NAMES, type Start } from '#desktop/host/operations.ts';
import { AdminApp } from '#site/admin/app.tsx';
import type { AdminHost } from '#site/admin/context.ts';
import { type KeptRecord, readKept } from '#site/admin/kept-texts/kept-record.ts';
import { localTexts } from '#site/admin/kept-texts/open-texts.ts';
import { type TextPlace, type TextStorage, withRescue } from '#site/admin/kept-texts/text-store.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { Loading } from '#site/admin/kit/loading.tsx';
import { FirstRun } from './first-run/first-run.tsx';
import { createIpcTransport, type HostClient, messageOf } from './ipc-transport.ts';
import { MachineSettings } from './machine-settings.tsx';
import { createSitePreview } from './site-preview.ts';

/** The window: its title bar, and the admin once a folder is open. */
export function App(): ReactNode {
  const [host] = useState(() => createClientOf(hostOperations, createIpcTransport()));
  const [start, setStart] = useState<Start | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    host.getStart({}).then(
      (answer) => {
        if (!isGone) setStart(answer);
      },
      (error: unknown) => {
        if (!isGone) setFault(messageOf(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, [host]);
  const reload = () => window.location.reload();
  return (
    <>
      <TitleBar folder={start?.kind === 'open' ? start.folder : null} onMenu={host.showMenu} />
      {fault === null ? (
        <Inside start={start} host={host} onOpened={reload} />
      ) : (
        <main className="first-run">
          <p role="alert">{fault}</p>
          <p>
            <Button onClick={reload}>Réessayer</Button>
          </p>
        </main>
      )}
    </>
  );
}

interface InsideProps {
  readonly start: Start | null;
  readonly host: HostClient;
  readonly onOpened: () => void;
}

function Inside({ start, host, onOpened }: InsideProps): ReactNode {
  switch (start?.kind) {
    case undefined:
      return <Loading />;
    case 'first-run':
      return <FirstRun host={host} known={start.author} reason={start.reason} onOpened={onOpened} />;
    case 'open':
      return <Admin host={host} />;
  }
}

function Admin({ host }: Pick<InsideProps, 'host'>): ReactNode {
  const [admin] = useState(() => adminHost(host));
  return <AdminApp host={admin} />;
}

/** What the admin is given on the desktop: IPC, the nonce of this page. */
function adminHost(host: HostClient): AdminHost {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return {
    client: createClient(createIpcTransport()),
    offers: OFFERED_NAMES,
    nonce: nonce === '' ? undefined : nonce,
    texts: diskTexts(host, window.localStorage),
    machine: <MachineSettings host={host} />,
    chooseExport: (kind) => host.chooseExport({ kind }),
    sitePreview: createSitePreview(host),
  };
}

type KeptTextCalls = Pick<HostClient, 'listKeptTexts' | 'listDamagedTexts' | 'keepText' | 'forgetText'>;

/** Texts on the disk; `rescue` takes what a closing window has no time to send. */
function diskTexts(calls: KeptTextCalls, rescue: TextStorage): TextPlace {
  async function list(subject?: string) {
    const texts = await calls.listKeptTexts({ subject });
    // Nobody can tell whose these are: they are told where all texts are.
    const damaged = subject === undefined ? await calls.listDamagedTexts({}) : [];
    return readKept(
      [
        ...texts.map((value) => ({ key: value.key, value })),
        ...damaged.map(({ key, text }) => ({ key, value: text })),
      ].map((stored) => ({ ...stored, drop: () => calls.forgetText({ key: stored.key }) })),
    );
  }
  const onDisk = {
    list,
    put: (record: KeptRecord) => calls.keepText(record),
    remove: (key: string) => calls.forgetText({ key }),
  };
  return {
    open: () => Promise.resolve(withRescue(onDisk, localTexts(rescue))),
    rescue,
    keptBy: 'cet ordinateur',
    refusalOf,
    hasDownloads: false,
  };
}

function refusalOf(error: unknown): string {
  const isFull = error instanceof OperationError && error.code === 'disk-full';
  const why = isFull ? 'le disque est plein' : 'son dossier n’est pas accessible';
  return `Ce que vous tapez n’est plus gardé sur cet ordinateur\u00a0: ${why}. Votre texte reste dans cette fenêtre, ne la fermez pas.`;
}

interface TitleBarProps {
  /** The folder that is open; null when none is. */
  readonly folder: string | null;
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => Promise<unknown>;
}

/** macOS has its menu bar at the top of the screen, and its buttons at the left of this one. */
const IS_MAC = navigator.userAgent.includes('Mac OS');

/** The bar by which the window is moved; the system draws its buttons over it. */
function TitleBar({ folder, onMenu }: TitleBarProps): ReactNode {
  return (
    <section className={`title-bar${IS_MAC ? ' title-bar-mac' : ''}`} aria-label="Barre de titre">
      {!IS_MAC && (
        <button
          type="button"
          className="title-bar-menu"
          aria-label="Menu de l’application"
          onClick={({ currentTarget }) => {
            const { left, bottom } = currentTarget.getBoundingClientRect();
            void onMenu({ x: Math.round(left), y: Math.round(bottom) });
          }}
        >
          <Menu aria-hidden="true" size={18} />
        </button>
      )}
      <span className="title-bar-name">Encrier</span>
      {folder !== null && <span className="title-bar-folder">{folderName(folder)}</span>}
    </section>
  );
}

function folderName(folder: string): string {
  return folder.split(/[/\\]/).findLast((part) => part !== '') ?? folder;
}
