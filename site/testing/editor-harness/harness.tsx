import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createScrollSync } from '#site/admin/editor/scroll-sync.ts';
import { TextEditor } from '#site/admin/editor/text-editor.tsx';
import { Preview } from '#site/admin/preview/preview.tsx';
import '#site/styles/main.css';
import './harness.css';
import { SAMPLE } from './sample.ts';

const PICTURE = new URL(
  '../../../content/starter/images/2026/graphique-tresorerie-d6cdbdaf48e4.webp',
  import.meta.url,
).href;

const AUTHOR = {
  name: 'Antoine Delvaure',
  role: 'Conseil en stratégie financière',
  about: 'Vingt-cinq ans auprès de dirigeants.',
  portrait: null,
  contact: 'https://exemple.invalid/',
};
const IMAGES = new Map([
  [
    '/images/2026/graphique.webp',
    { path: 'images/2026/graphique.webp', blobId: 'a'.repeat(40), width: 1200, height: 870 },
  ],
]);

function Harness() {
  const [text, setText] = useState(
    new URLSearchParams(location.search).has('long') ? `${SAMPLE}\n`.repeat(12) : SAMPLE,
  );
  const [sync] = useState(createScrollSync);
  const view = new URLSearchParams(location.search).get('view');
  return (
    <main className="harness">
      <TextEditor
        value={text}
        onChange={setText}
        label="Texte de l’article"
        nonce="abc"
        imageAddress={(address) => (address.startsWith('/images/') ? PICTURE : null)}
        upload={(_file, onProgress) =>
          new Promise((resolve) => {
            onProgress(0.5);
            setTimeout(() => resolve({ url: '/images/2026/nouvelle.webp' }), 800);
          })
        }
        onUploadError={(error) => console.error(error)}
        scrollSync={sync}
        linkTargets={() =>
          Promise.resolve([{ title: 'Fixer ses prix', url: '/blog/fixer-ses-prix-independant' }])
        }
      />
      {view === null ? null : (
        <Preview
          post={{
            title: 'Tenir sa trésorerie en treize semaines',
            excerpt: 'Un tableau, un rendez-vous par semaine, et des décisions qui cessent d’être urgentes.',
            category: 'Finance',
            tags: ['Trésorerie', 'Pilotage'],
            published: '2026-03-02T08:00:00.000Z',
            readTime: '5 min',
            coverImage: null,
            coverImageAlt: null,
            content: text,
          }}
          author={AUTHOR}
          view={view === 'mobile' ? 'mobile' : 'wide'}
          images={IMAGES}
          imageAddress={() => PICTURE}
          scrollSync={sync}
        />
      )}
    </main>
  );
}

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Harness />
    </StrictMode>,
  );
}
