import { writeFileSync } from 'node:fs';
import { apiDocs } from './api-docs.ts';

writeFileSync(new URL('../../docs/api.md', import.meta.url), apiDocs());
