import type { ReactNode } from 'react';
import { ChoiceButtons } from '../conflict/choice-buttons.tsx';
import { SideText } from '../conflict/side-text.tsx';
import '../conflict/conflict.css';
import '../conflict/differences.css';

/** What was served while the question waited, and the other side. */
const WORDS = { description: '', leave: '', yours: 'Version d’ici', theirs: 'Version d’ailleurs' } as const;

interface SideChoiceProps {
  readonly label: string;
  readonly ours: string;
  readonly theirs: string;
  readonly chosen: 'ours' | 'theirs' | undefined;
  readonly onChoose: (side: 'ours' | 'theirs') => void;
}

/** Two texts of one thing, side by side; the words that the other one has not are underlined. */
export function SideChoice({ label, ours, theirs, chosen, onChoose }: SideChoiceProps): ReactNode {
  return (
    <div className="disputed">
      <h3>{label}</h3>
      <div className="disputed-sides">
        <SideText title={WORDS.yours} base={theirs} text={ours} isChosen={chosen === 'ours'} />
        <SideText title={WORDS.theirs} base={ours} text={theirs} isChosen={chosen === 'theirs'} />
      </div>
      <ChoiceButtons
        label={`Version à garder\u00a0: ${label}`}
        words={WORDS}
        choice={chosen === undefined ? undefined : { kind: chosen === 'ours' ? 'mine' : 'theirs' }}
        hasBoth={false}
        editable={null}
        onChoose={({ kind }) => onChoose(kind === 'mine' ? 'ours' : 'theirs')}
      />
    </div>
  );
}
