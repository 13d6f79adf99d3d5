import './desktop.css';
import { type ReactNode, useEffect, useState } from 'react';
import { createClient, createClientOf } from '#content/contract/client.ts';
import { hostOperations, OFFERED_NAMES, type Start } from '#desktop/host/operations.ts';
import { AdminApp } from '#site/admin/app.tsx';
import type { AdminHost } from '#site/admin/context.ts';
import { Loading } from '#site/admin/kit/loading.tsx';
import { diskTexts } from './disk-texts.ts';
import { FirstRun } from './first-run/first-run.tsx';
import { createIpcTransport, type HostClient } from './ipc-transport.ts';
import { MachineSettings } from './machine-settings.tsx';
import { TitleBar } from './title-bar.tsx';

/** The window: its title bar, and the admin once a folder is open. */
export function App(): ReactNode {
  const [host] = useState(() => createClientOf(hostOperations, createIpcTransport()));
  const [start, setStart] = useState<Start | null>(null);
  useEffect(() => {
    let isGone = false;
    void host.getStart({}).then((answer) => {
      if (!isGone) setStart(answer);
    });
    return () => {
      isGone = true;
    };
  }, [host]);
  return (
    <>
      <TitleBar folder={start?.kind === 'open' ? start.folder : null} onMenu={host.showMenu} />
      <Inside start={start} host={host} onOpened={() => window.location.reload()} />
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

/** What the admin is given on the desktop: IPC, images from the folder's git objects, the nonce of this page. */
function adminHost(host: HostClient): AdminHost {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return {
    client: createClient(createIpcTransport()),
    offers: OFFERED_NAMES,
    imageAddress: (siteAddress) => siteAddress,
    nonce: nonce === '' ? undefined : nonce,
    texts: diskTexts(host, window.localStorage),
    machine: <MachineSettings host={host} />,
    chooseExport: (kind) => host.chooseExport({ kind }),
    publishing: host,
    outside: host,
    sitePreview: {
      open: (width) => host.openSite({ width }),
      show: (text) => host.showText({ text }),
    },
  };
}
