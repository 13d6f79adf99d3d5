import * as z from 'zod';

/** Where forms hear of one another. */
export const FORMS_CHANNEL = 'encrier-forms';
/** Tabs that have a form open answer within this time. */
export const ANSWERS_WITHIN_MS = 150;

const aboutFormSchema = z.object({
  kind: z.enum(['who', 'here', 'gone']),
  subject: z.string(),
  key: z.string(),
});
/** `all` asks every form, whatever its article is. */
const messageSchema = z.discriminatedUnion('kind', [aboutFormSchema, z.object({ kind: z.literal('all') })]);
type Message = z.output<typeof aboutFormSchema>;

/** What of a BroadcastChannel is used. */
export interface PresenceChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

interface PresenceOptions {
  readonly channel: PresenceChannel;
  readonly subject: string;
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
    if (!parsed.success) return;
    if (parsed.data.kind === 'all') say('here');
    else heard(parsed.data);
  });

  function heard({ kind, subject: theirs, key: other }: Message): void {
    if (theirs !== subject || other === key) return;
    if (kind === 'gone') set(new Set([...others].filter((known) => known !== other)));
    else set(new Set([...others, other]));
    if (kind === 'who') say('here');
  }

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
/** Hears which forms are open in other tabs: gives their keys so far, and what stops it. */
export function askOpenForms(channel: PresenceChannel) {
  const keys = new Set<string>();
  channel.addEventListener('message', ({ data }) => {
    const parsed = messageSchema.safeParse(data);
    if (parsed.success && parsed.data.kind === 'here') keys.add(parsed.data.key);
  });
  channel.postMessage({ kind: 'all' });
  return { keys: (): ReadonlySet<string> => keys, leave: () => channel.close() };
}
