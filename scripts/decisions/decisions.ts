import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../docs/decisions/', import.meta.url);

/** Where the list is. */
export const indexFile = new URL('README.md', folder);

export interface Decision {
  readonly file: string;
  readonly number: number;
  readonly title: string;
  readonly date: string;
  /** What its Status line says, links included. */
  readonly status: string;
}

const FILE = /^(\d{3})-[a-z0-9-]+\.md$/;
const HEAD = /^# (\d+)\. (.+)\n\nDate: (\d{4}-\d\d-\d\d)\n\nStatus: (.+)\n\n/;
const LINK = /\[(\d+)\]\((\d{3})-[a-z0-9-]+\.md\)/g;
/** What a status says of another decision, and what the other one's then says. */
const ANSWERS: Readonly<Record<string, string>> = {
  replaces: 'replaced by',
  'replaces part of': 'replaced in part by',
  continues: 'continued by',
};

const OPENING = `# Decisions

One file each, numbered in the order they were taken. Its choice is never rewritten; figures and names of files are kept
right. A changed mind is a new file that names the old one, and both Status lines say so. Half a page: context, decision, consequences, what was rejected. What holds today, in one piece, is in
[design.md](../design.md). This list is made by \`npm run docs:decisions\` from the files; a test compares.

| decision | taken | status |
| --- | --- | --- |
`;

/** Reads a decision. Throws when its name or its head is not as the others'. */
export function readDecision(file: string, text: string): Decision {
  const [, digits] = FILE.exec(file) ?? [];
  const [, number, title, date, status] = HEAD.exec(text) ?? [];
  if (number === undefined || title === undefined || date === undefined || status === undefined)
    throw new Error(`${file} does not begin with its title, its date and its status`);
  if (Number(digits) !== Number(number)) throw new Error(`${file} says that it is number ${number}`);
  return { file, number: Number(number), title, date, status };
}

/** Those of docs/decisions, by number. */
export function keptDecisions(): readonly Decision[] {
  return readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .sort()
    .map((name) => readDecision(name, readFileSync(new URL(name, folder), 'utf8')));
}

/** The text of docs/decisions/README.md. */
export function decisionIndex(decisions: readonly Decision[]): string {
  const rows = decisions.map(
    ({ number, title, file, date, status }) => `| [${number}. ${title}](${file}) | ${date} | ${status} |\n`,
  );
  return `${OPENING}${rows.join('')}`;
}

/** What is wrong with the chains: numbers that are missing or there twice, and relations that only one side tells of. */
export function faultsOf(decisions: readonly Decision[]): readonly string[] {
  const order = decisions.flatMap(({ number, file }, index) =>
    number === index + 1 ? [] : [`${file} stands where number ${index + 1} should`],
  );
  const told = new Set(decisions.flatMap(({ number, status }) => relationsOf(number, status)));
  const unanswered = decisions.flatMap(({ number, status }) =>
    relationsOf(number, status).filter((relation) => !told.has(answerTo(relation))),
  );
  const replaced = decisions.flatMap(({ file, status }) =>
    /^(?:in force|replaced by)/.test(status) ? [] : [`${file} says neither « in force » nor « replaced by »`],
  );
  return [...order, ...unanswered.map((relation) => `only one side says: ${relation}`), ...replaced];
}

/** « 27 replaces part of 1 » for each decision that a status names. */
function relationsOf(number: number, status: string): readonly string[] {
  return status.split('; ').flatMap((part) => {
    const verb = part.slice(0, part.indexOf('[')).trim();
    return [...part.matchAll(LINK)].map(([, other]) => `${number} ${verb} ${other}`);
  });
}

function answerTo(relation: string): string {
  const [, one, verb, other] = /^(\d+) (.+) (\d+)$/.exec(relation) ?? [];
  const back = Object.entries(ANSWERS).find((pair) => pair.includes(verb ?? ''));
  return `${other} ${back?.find((word) => word !== verb) ?? 'nothing known of'} ${one}`;
}
