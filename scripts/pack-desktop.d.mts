interface PackedFile {
  readonly path: string;
  readonly size: number;
}

export const BUILDER: string;
export function packAround(options: {
  readonly electron: string;
  readonly output: string;
}): Promise<string | null>;
export function makeElectronStandIn(folder: string): void;
export function lookInto(application: string): {
  readonly archive: string;
  readonly bytes: number;
  readonly inside: readonly PackedFile[];
  readonly outside: readonly PackedFile[];
};
