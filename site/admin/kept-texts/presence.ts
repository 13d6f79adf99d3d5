/** Where forms tell those of other tabs that they came or went. */
const CHANNEL = 'encrier-forms';
/** The lock that an open form holds has a name of three words: this one, its article and its key. */
const OPEN = 'encrier-form';

interface OpenForm {
  readonly subject: string;
  readonly key: string;
}

/**
 * The forms that are open, in whatever tab: each holds a lock, which the browser takes back from one that crashed. None are known on
 * pages without https, which have no locks.
 */
export async function openForms(): Promise<readonly OpenForm[]> {
  const { held = [] } = (await locksOf(navigator)?.query()) ?? {};
  return held.flatMap(({ name = '' }) => {
    const [what, subject, key] = name.split(' ');
    return what === OPEN && subject !== undefined && key !== undefined ? [{ subject, key }] : [];
  });
}

/** Absent where the site is plain http. */
function locksOf(browser: Navigator): LockManager | undefined {
  return browser.locks;
}

interface PresenceOptions extends OpenForm {
  /** Told whether other forms are open on this subject, as they come and go. */
  readonly onOthers: (areAny: boolean) => void;
}

/** Has a form known as open. `look` asks who else is there: a tab that crashed says nothing. */
export function createPresence({ subject, key, onOthers }: PresenceOptions) {
  const channel = new BroadcastChannel(CHANNEL);
  const left = new AbortController();
  const gone = new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve()));
  const tell = () => channel.postMessage(null);

  async function look(): Promise<void> {
    const others = (await openForms()).filter((form) => form.subject === subject && form.key !== key);
    if (!left.signal.aborted) onOthers(others.length > 0);
  }
  async function hold(): Promise<void> {
    await locksOf(navigator)?.request(`${OPEN} ${subject} ${key}`, () => {
      tell();
      return gone;
    });
    tell();
    channel.close();
  }

  channel.addEventListener('message', () => void look());
  void hold();
  void look();
  return { look: () => void look(), leave: () => left.abort() };
}
