import type { ReactNode } from 'react';
import { ChoiceButtons } from '../conflict/choice-buttons.tsx';
import { SideText } from '../conflict/side-text.tsx';
import { sidesOf } from './sync-words.ts';
import { useStanding } from './use-standing.ts';
import '../conflict/conflict.css';
import '../conflict/differences.css';

interface SideChoiceProps {
  readonly label: string;
  readonly ours: string;
  readonly theirs: string;
  readonly chosen: 'ours' | 'theirs' | undefined;
  readonly onChoose: (side: 'ours' | 'theirs') => void;
}

/** Two texts of one thing, side by side; the words that the other one has not are underlined. */
export function SideChoice({ label, ours, theirs, chosen, onChoose }: SideChoiceProps): ReactNode {
  const names = sidesOf(useStanding());
  // In the order of the conflict screen: first what came, then what was served while the question waited.
  const words = {
    description: '',
    leave: '',
    yours: `Version ${names.theirs}`,
    theirs: `Version ${names.ours}`,
  };
  return (
    <div className="disputed">
      <h3>{label}</h3>
      <div className="disputed-sides">
        <SideText title={words.yours} base={ours} text={theirs} isChosen={chosen === 'theirs'} />
        <SideText title={words.theirs} base={theirs} text={ours} isChosen={chosen === 'ours'} />
      </div>
      <ChoiceButtons
        label={`Version à garder\u00a0: ${label}`}
        words={words}
        choice={chosen === undefined ? undefined : { kind: chosen === 'theirs' ? 'mine' : 'theirs' }}
        hasBoth={false}
        editable={null}
        onChoose={({ kind }) => onChoose(kind === 'mine' ? 'theirs' : 'ours')}
      />
    </div>
  );
}
