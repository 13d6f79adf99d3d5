import { afterEach, beforeEach, expect, vi } from 'vitest';

/** An unexpected console.error or console.warn fails the test (CONTRIBUTING.md). A test that expects one spies on it itself. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  const calls = [vi.mocked(console.error), vi.mocked(console.warn)].flatMap((spy) => spy.mock.calls);
  vi.restoreAllMocks();
  expect(calls, 'unexpected console.error or console.warn').toEqual([]);
});
