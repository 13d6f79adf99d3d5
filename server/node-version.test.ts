import { describe, expect, it } from 'vitest';
import { refuseOldNode } from './node-version.ts';
import { ROOT } from './testing/running-server.ts';

describe('refuseOldNode', () => {
  it.each(['18.20.4', '20.20.2', '22.12.0'])('refuses Node %s, and says what to do', (version) => {
    expect(() => refuseOldNode(ROOT, version)).toThrow(
      `Encrier demande Node 22.13 ou plus récent ; celui-ci est ${version}. « npm start »`,
    );
  });

  it.each([process.versions.node, '22.13.0', '23.0.0', '24.1.2', '100.0.0'])('takes Node %s', (version) => {
    expect(() => refuseOldNode(ROOT, version)).not.toThrow();
  });
});
