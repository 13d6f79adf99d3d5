import { JSONParser } from '@streamparser/json';
import { ContentError } from '../../model/errors.ts';
import type { ExportFile } from '../archive.ts';
import { type Fields, fieldsOf } from '../front-matter.ts';

export interface Row {
  /** `posts`, `tags` … */
  readonly table: string;
  readonly fields: Fields;
}

const TORN = 'Cet export de Ghost est abîmé ou incomplet\u00a0: exportez-le de nouveau depuis Ghost.';

/** The rows of all tables of a Ghost export, one after another, never all of them at once. Refuses what is no JSON to its end. */
export async function* readRows(file: ExportFile, signal: AbortSignal): AsyncGenerator<Row> {
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
  try {
    const stream = await file.open();
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      parser.write(chunk);
      const ready = rows;
      rows = [];
      yield* ready;
    }
  } catch (error) {
    if (error instanceof ContentError || signal.aborted) throw error;
    throw new ContentError('invalid', { path: '', reason: TORN }, { cause: error });
  }
  if (!parser.isEnded) throw new ContentError('invalid', { path: '', reason: TORN });
}
