import { JSONParser, TokenType } from '@streamparser/json';
import { ContentError } from '../../model/errors.ts';
import { type ExportFile, refuseExport } from '../archive.ts';
import { type Fields, fieldsOf } from '../front-matter.ts';
import type { Reading } from '../imported.ts';

export interface Row {
  /** `posts`, `tags` … */
  readonly table: string;
  readonly fields: Fields;
}

export type RowReading = Pick<Reading, 'signal' | 'onBytes'>;

/** Readings of an export, each of which tells its part of the bytes. */
const READINGS = 2;

const TORN = 'Cet export de Ghost est abîmé ou incomplet\u00a0: exportez-le de nouveau depuis Ghost.';

const BEYOND_MEASURE = 'Un contenu de cet export de Ghost est démesuré\u00a0: l’export n’est pas lu.';
/** Longest row, in bytes, and its deepest value: it is held in memory. */
const MAX_ROW = 32 * 1024 * 1024;
const MAX_DEPTH = 1000;

/**
 * The rows of all tables of a Ghost export, one after another, never all of them at once. Refuses what is no JSON to its end, and a row
 * that is out of measure.
 */
export async function* readRows(file: ExportFile, { signal, onBytes }: RowReading): AsyncGenerator<Row> {
  let rows: Row[] = [];
  const parser = new JSONParser({
    paths: ['$.db.*.data.*.*', '$.data.*.*'],
    keepStack: false,
    stringBufferSize: 64 * 1024,
  });
  parser.onValue = ({ value, stack }) => {
    const table = stack.at(-1)?.key;
    if (typeof table === 'string') rows.push({ table, fields: fieldsOf(value) });
  };
  let depth = 0;
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > MAX_DEPTH) refuseExport(BEYOND_MEASURE);
  };
  let sinceRow = 0;
  try {
    const stream = await file.open();
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      onBytes((chunk.length * file.given) / file.bytes / READINGS);
      parser.write(chunk);
      const ready = rows;
      rows = [];
      sinceRow = ready.length > 0 ? 0 : sinceRow + chunk.length;
      if (sinceRow > MAX_ROW) refuseExport(BEYOND_MEASURE);
      yield* ready;
    }
  } catch (error) {
    if (error instanceof ContentError || signal.aborted) throw error;
    throw new ContentError('invalid', { path: '', reason: TORN }, { cause: error });
  }
  if (!parser.isEnded) throw new ContentError('invalid', { path: '', reason: TORN });
}
