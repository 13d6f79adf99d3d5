import { writeFileSync } from 'node:fs';
import { drawing } from './drawing.ts';
import { roomGraph } from './graph.ts';

writeFileSync(new URL('../../docs/images/architecture.svg', import.meta.url), drawing(roomGraph()));
