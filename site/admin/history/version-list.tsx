import type { ReactNode } from 'react';
import type { HistoryVersion } from '#content/contract/history-operations.ts';
import { Badge } from '../kit/badge.tsx';
import { momentInWords } from '../moments.ts';

interface VersionListProps {
  readonly versions: readonly HistoryVersion[];
  /** Places of the two versions that are compared; the older one has the greater place. */
  readonly older: number;
  readonly newer: number;
  readonly onOlder: (at: number) => void;
  readonly onNewer: (at: number) => void;
}

/** The versions, newest first; two of them are chosen, an older and a newer one. */
export function VersionList({ versions, older, newer, onOlder, onNewer }: VersionListProps): ReactNode {
  return (
    <table className="history-versions">
      <thead>
        <tr>
          <th scope="col">Avant</th>
          <th scope="col">Après</th>
          <th scope="col">Version</th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version, at) => (
          <tr key={version.commit} className={at === older || at === newer ? 'is-chosen' : undefined}>
            <td>
              <Choice
                label={`Comparer depuis la version du ${momentInWords(version.at)}`}
                name="older"
                isChosen={at === older}
                isPossible={at > newer}
                onChoose={() => onOlder(at)}
              />
            </td>
            <td>
              <Choice
                label={`Comparer jusqu’à la version du ${momentInWords(version.at)}`}
                name="newer"
                isChosen={at === newer}
                isPossible={at < older}
                onChoose={() => onNewer(at)}
              />
            </td>
            <td>
              <Described version={version} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Described({ version }: { readonly version: HistoryVersion }): ReactNode {
  return (
    <>
      <p className="history-moment">
        {momentInWords(version.at)} {version.isCurrent && <Badge tone="good">Actuelle</Badge>}
      </p>
      <p className="history-sentence">{version.sentence === '' ? 'Sans description' : version.sentence}</p>
      <p className="history-author">
        {version.author}
        {version.isMinor && ' · correction mineure'}
      </p>
      {version.publishedAt !== null && (
        <p className="history-published">Publiée le {momentInWords(version.publishedAt)}</p>
      )}
      {version.readerNote !== null && <p className="history-note">« {version.readerNote} »</p>}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly isChosen: boolean;
  readonly isPossible: boolean;
  readonly onChoose: () => void;
}

function Choice({ label, name, isChosen, isPossible, onChoose }: ChoiceProps): ReactNode {
  return (
    <label className="history-choice">
      <span className="unseen">{label}</span>
      <input type="radio" name={name} checked={isChosen} disabled={!isPossible} onChange={onChoose} />
    </label>
  );
}
