import { describe, expect, it } from 'vitest';
import { askOpenForms, createPresence, type PresenceChannel } from './presence.ts';

/** A channel between tabs: what one says, every other hears at once. */
function createAir() {
  const channels = new Map<PresenceChannel, (event: { readonly data: unknown }) => void>();
  return (): PresenceChannel => {
    const channel: PresenceChannel = {
      addEventListener: (_type, listener) => void channels.set(channel, listener),
      postMessage: (data) => {
        for (const [other, listener] of channels) if (other !== channel) listener({ data });
      },
      close: () => void channels.delete(channel),
    };
    return channel;
  };
}

function open(channel: PresenceChannel, key: string, subject = 'post') {
  const presence = createPresence({ channel, subject, key, onOthers: () => undefined });
  presence.ask();
  return presence;
}

describe('createPresence', () => {
  it('knows the other tabs on the same article, and when they leave', () => {
    const channel = createAir();
    const [a, b] = [open(channel(), 'a'), open(channel(), 'b')];
    open(channel(), 'c', 'another post');
    expect([[...a.others()], [...b.others()]]).toEqual([['b'], ['a']]);
    a.leave();
    expect([...b.others()]).toEqual([]);
  });

  it('tells a list of texts which forms are open, and is told of nobody by that', () => {
    const channel = createAir();
    const [a] = [open(channel(), 'a'), open(channel(), 'b', 'another post')];
    expect([...askOpenForms(channel()).keys()]).toEqual(['a', 'b']);
    expect([...a.others()]).toEqual([]);
  });

  it('forgets who does not answer any more', () => {
    const channel = createAir();
    const silent = channel();
    const a = open(channel(), 'a');
    silent.postMessage({ kind: 'here', subject: 'post', key: 'crashed' });
    silent.postMessage('noise');
    expect([...a.others()]).toEqual(['crashed']);
    a.ask();
    expect([...a.others()]).toEqual([]);
  });
});
