import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '#content/contract/account-operations.ts';

import { operations } from '#content/contract/operations.ts';
import { subjectOf, userOf } from './event-words.ts';

function event(change: Partial<AuditEvent>): AuditEvent {
  return {
    id: '6f1f0000-0000-4000-8000-000000000000',
    eventType: 'update',
    resourceType: 'post',
    resourceId: null,
    userAgent: null,
    ipAddress: '127.0.0.1',
    sessionId: null,
    details: {},
    severity: 'info',
    timestamp: '2026-11-21T08:00:00.000Z',
    visitorHash: 'x',
    ...change,
  };
}

describe('subjectOf', () => {
  it('names the article or the image, and says what was done when the event does not', () => {
    const subjects = [
      event({ details: { call: 'updatePost', title: 'Ma trésorerie' } }),
      event({ details: { call: 'applyPendingVersion', title: 'Ma trésorerie' } }),
      event({ resourceType: 'image', details: { filename: 'courbe.jpg' } }),
      event({ details: { call: 'deletePost' } }),
      event({ resourceType: 'user', details: { call: 'changePassword' } }),
      event({ resourceType: 'user', details: { by: 'git' } }),
      event({ resourceType: 'user', details: {} }),
    ].map(subjectOf);
    expect(subjects).toEqual([
      '«\u00a0Ma trésorerie\u00a0»',
      '«\u00a0Ma trésorerie\u00a0», modification en attente mise en ligne',
      '«\u00a0courbe.jpg\u00a0»',
      'd’un texte',
      ': mot de passe changé',
      'par git',
      '',
    ]);
  });

  it('has words for every audited call that names neither an article nor an image', () => {
    const silent = Object.entries(operations).filter(
      ([call, row]) =>
        'audit' in row &&
        subjectOf(event({ resourceType: row.audit.resourceType, details: { call } })) === '',
    );
    expect(silent.map(([call]) => call)).toEqual([]);
  });
});

describe('userOf', () => {
  it('is whoever made the call or signed in', () => {
    const events = [{ user: 'claire' }, { username: 'denis' }, {}].map((details) => event({ details }));
    expect(events.map(userOf)).toEqual(['claire', 'denis', '']);
  });
});
