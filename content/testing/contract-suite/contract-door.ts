import type { Transport } from '#content/contract/client.ts';
import type { LoopbackRemote } from '../loopback-remote.ts';

/** A way to the content service, with a site behind it and the repository that this site follows. */
export interface ContractDoor {
  readonly name: 'HTTP' | 'IPC';
  /** As the page's client calls it. */
  readonly transport: Transport;
  /** Where addresses begin that the door gives without one. */
  readonly origin: string;
  /** The repository behind it. */
  readonly gitDir: string;
  readonly upstream: ContractUpstream;
  /** What the door noted as bugs. */
  readonly bugs: () => readonly unknown[];
  close(): Promise<void>;
}

export interface ContractUpstream extends Pick<LoopbackRemote, 'url' | 'keepFailing' | 'gitDir' | 'stop'> {
  /** A commit there, as another clone makes it. */
  publish(files: Readonly<Record<string, string>>): void;
}
