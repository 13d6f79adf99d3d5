/** A window that the app opens; they are counted from one. */
export interface WindowWanted {
  readonly number: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly hasScripts: boolean;
  /** The source of the preload. */
  readonly preload: string | null;
}

/** What a page of a window asks for. */
export interface PageRequest {
  readonly window: number;
  /** Where the page is. */
  readonly at: string;
  readonly url: string;
  readonly method: string;
  /** What goes there, if anything does. */
  readonly goes: 'main' | 'inner' | 'another-window' | null;
}

/** How Chromium is to refuse a request, or what it answers. */
export interface PageAnswer {
  readonly refused?: 'failed' | 'aborted' | 'blockedbyclient';
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array;
}

/** What a frame calls through the preload's one function. */
export interface PageCall {
  readonly window: number;
  /** Its address. */
  readonly frame: string;
  readonly isMain: boolean;
  readonly channel: string;
  readonly args: readonly unknown[];
}
