import { barPlot } from './plot.ts';
import type { Table } from './table.ts';

/** What issue 4 allows, in milliseconds. */
const HISTORY_LIMIT_MS = 10;
const SHOWN_LIMIT_MS = 100;

/** Medians of one run: an article's history beside `git log`, and the page after a push beside what is allowed. */
export function gitPlot({ history, push }: { readonly history: Table; readonly push: Table }): string {
  const groups = [
    {
      label: 'first 20 versions',
      bars: [
        { name: 'Encrier', value: medianOf(history, 'Encrier, asked for the first time') },
        { name: 'allowed', value: HISTORY_LIMIT_MS },
        { name: 'git log -20', value: medianOf(history, 'git log -20') },
      ],
    },
    {
      label: 'from push to page',
      bars: [
        { name: 'Encrier', value: medianOf(push, 'from the answer to the changed page') },
        { name: 'allowed', value: SHOWN_LIMIT_MS },
      ],
    },
  ];
  return barPlot('10,000 posts: history and pushes, medians', 'ms', groups);
}

function medianOf({ rows }: Table, name: string): number {
  return Number(rows.find(([first]) => first === name)?.[1]);
}
