import { writeFileSync } from 'node:fs';
import { decisionIndex } from './decisions.ts';
import { indexFile, keptDecisions } from './kept-decisions.ts';

writeFileSync(indexFile, decisionIndex(keptDecisions()));
