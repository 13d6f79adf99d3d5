import '#content/contract/zod-without-eval.ts';
import '#site/styles/main.css';

import { createRoot } from 'react-dom/client';
import { APP_ROOT_ID } from '#site/ui/app-root.ts';
import { App } from './app.tsx';

const root = document.getElementById(APP_ROOT_ID);
if (root === null) throw new Error('The page has no place for the app.');
createRoot(root).render(<App />);
