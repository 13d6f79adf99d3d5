import { type ReactNode, useEffect, useId, useState } from 'react';
import type { EditedLink } from './commands/links.ts';
import type { LinkEnd, LinkTarget } from './use-editor.ts';

interface LinkFormProps {
  readonly link: EditedLink;
  readonly targets: (() => Promise<readonly LinkTarget[]>) | undefined;
  readonly onDone: (end: LinkEnd) => void;
}

/** The words and the address of a link; addresses of the site's own articles are offered. */
export function LinkForm({ link, targets, onDone }: LinkFormProps): ReactNode {
  const [text, setText] = useState(link.text);
  const [address, setAddress] = useState(link.address);
  const offered = useTargets(targets);
  const list = useId();
  const leave = () => onDone({ kind: 'leave' });
  const write = () => {
    if (address.trim() !== '') onDone({ kind: 'write', link: { ...link, text, address: address.trim() } });
  };
  // No form element: it stands in the form of the article, where browsers keep its submission from React.
  return (
    <div
      role="form"
      className="link-form"
      aria-label="Lien"
      onKeyDown={(event) => {
        const isInField = event.target instanceof HTMLInputElement;
        if (event.key !== 'Escape' && !(event.key === 'Enter' && isInField)) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Enter') write();
        else leave();
      }}
    >
      <label>
        Adresse ou article
        <input
          // The author has just asked for it.
          autoFocus
          type="text"
          inputMode="url"
          list={list}
          value={address}
          placeholder="https://… ou titre d’un article, d’une page"
          onChange={({ target }) => setAddress(addressOf(target.value, offered))}
        />
      </label>
      <datalist id={list}>
        {offered.map(({ title, url }) => (
          <option key={url} value={url}>
            {title}
          </option>
        ))}
      </datalist>
      <label>
        Texte du lien
        <input type="text" lang="fr" value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <p className="link-buttons">
        <button type="button" className="upload-button upload-main" onClick={write}>
          {link.isNew ? 'Ajouter le lien' : 'Modifier le lien'}
        </button>
        {link.isNew ? null : (
          <button type="button" className="upload-button" onClick={() => onDone({ kind: 'remove', link })}>
            Retirer le lien
          </button>
        )}
        <button type="button" className="upload-button" onClick={leave}>
          Annuler
        </button>
      </p>
    </div>
  );
}

/** A title that was chosen stands for the address of its article. */
function addressOf(written: string, targets: readonly LinkTarget[]): string {
  return targets.find(({ title }) => title === written)?.url ?? written;
}

function useTargets(read: (() => Promise<readonly LinkTarget[]>) | undefined): readonly LinkTarget[] {
  const [targets, setTargets] = useState<readonly LinkTarget[]>([]);
  useEffect(() => {
    let isWanted = true;
    // Without the list a link can still be written.
    read?.().then(
      (found) => {
        if (isWanted) setTargets(found);
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [read]);
  return targets;
}
