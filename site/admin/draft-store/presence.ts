import * as z from 'zod';

const messageSchema = z.object({
  kind: z.enum(['who', 'here', 'gone']),
  subject: z.string(),
  key: z.string(),
});
type Message = z.output<typeof messageSchema>;

/** What of a BroadcastChannel is used. */
export interface PresenceChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

interface PresenceOptions {
  readonly channel: PresenceChannel;
  readonly subject: string;
  /** The key of this form's text. */
  readonly key: string;
  /** Told of the keys of other forms open on this subject, each time they change. */
  readonly onOthers: (keys: ReadonlySet<string>) => void;
}

/** Knows which other tabs have a form open on the same article. Nothing but keys crosses the channel. */
export function createPresence({ channel, subject, key, onOthers }: PresenceOptions) {
  let others: ReadonlySet<string> = new Set();

  function set(next: ReadonlySet<string>): void {
    others = next;
    onOthers(others);
  }
  const say = (kind: Message['kind']) => channel.postMessage({ kind, subject, key });

  channel.addEventListener('message', ({ data }) => {
    const parsed = messageSchema.safeParse(data);
    if (!parsed.success || parsed.data.subject !== subject || parsed.data.key === key) return;
    const { kind, key: other } = parsed.data;
    if (kind === 'gone') set(new Set([...others].filter((known) => known !== other)));
    else set(new Set([...others, other]));
    if (kind === 'who') say('here');
  });

  return {
    /** Forgets who was there and asks again: a tab that crashed says nothing. */
    ask(): void {
      set(new Set());
      say('who');
    },
    others: () => others,
    leave(): void {
      say('gone');
      channel.close();
    },
  };
}
export type Presence = ReturnType<typeof createPresence>;
