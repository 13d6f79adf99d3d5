import { writeFileSync } from 'node:fs';
import { decisionIndex, indexFile, keptDecisions } from './decisions.ts';

writeFileSync(indexFile, decisionIndex(keptDecisions()));
