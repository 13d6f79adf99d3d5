import { type ReactNode, useState } from 'react';
import { markWords } from '../history/marked-words.ts';
import { ShownProse } from '../prose/shown-prose.tsx';

interface SideProseProps {
  readonly title: string;
  /** The text before either side changed it. */
  readonly base: string;
  readonly text: string;
  readonly isChosen: boolean;
  readonly render: (source: string) => Element;
}

/** One side's passage as readers would see it; what it wrote is underlined. */
export function SideProse({ title, base, text, isChosen, render }: SideProseProps): ReactNode {
  const [{ content, note }] = useState(() => markedSide({ base, text }, render));
  return (
    <section className={isChosen ? 'side-text is-chosen' : 'side-text'}>
      <p className="side-title">{title}</p>
      {text.trim() !== '' && <ShownProse content={content} />}
      {note !== null && <p className="side-text-note">{note}</p>}
    </section>
  );
}

function markedSide(
  { base, text }: Pick<SideProseProps, 'base' | 'text'>,
  render: SideProseProps['render'],
): { readonly content: Element; readonly note: string | null } {
  const content = render(text);
  if (text.trim() === '') return { content, note: base.trim() === '' ? 'Rien' : 'Passage supprimé' };
  const hasNewWords = markWords(render(base), content);
  const isShorter = content.querySelector('del') !== null && content.querySelector('ins') === null;
  for (const removed of content.querySelectorAll('del')) removed.remove();
  if (isShorter) return { content, note: 'Des mots ont été supprimés.' };
  const isFormOnly = !hasNewWords && base.trim() !== text.trim();
  return { content, note: isFormOnly ? 'La mise en forme, un lien ou une image a changé.' : null };
}
