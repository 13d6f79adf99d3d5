import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { LucideIcon } from 'lucide-react';
import Bold from 'lucide-react/icons/bold';
import Code from 'lucide-react/icons/code';
import Heading2 from 'lucide-react/icons/heading-2';
import Heading3 from 'lucide-react/icons/heading-3';
import Italic from 'lucide-react/icons/italic';
import List from 'lucide-react/icons/list';
import ListOrdered from 'lucide-react/icons/list-ordered';
import Minus from 'lucide-react/icons/minus';
import Quote from 'lucide-react/icons/quote';
import SquareCode from 'lucide-react/icons/square-code';
import Strikethrough from 'lucide-react/icons/strikethrough';
import Table from 'lucide-react/icons/table';
import { codeBlock, insertBlock, RULE, TABLE } from './commands/insert.ts';
import { KEYS } from './commands/keys.ts';
import { addColumn, addRow, removeColumn, removeRow } from './commands/tables.ts';
import { type Format, toggleFormat } from './formats.ts';

type Change = (state: EditorState) => TransactionSpec | null;

/** A button of the toolbar that changes the text. */
export interface ToolbarItem {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys?: { readonly key: string; readonly mac?: string };
  /** Which of the formats it shows as on; none for one that only inserts. */
  readonly format?: Format;
  readonly change: Change;
}

const BUTTONS: Readonly<Record<Format, Pick<ToolbarItem, 'label' | 'icon'>>> = {
  'heading-2': { label: 'Titre de niveau 2', icon: Heading2 },
  'heading-3': { label: 'Titre de niveau 3', icon: Heading3 },
  strong: { label: 'Gras', icon: Bold },
  emphasis: { label: 'Italique', icon: Italic },
  strike: { label: 'Barré', icon: Strikethrough },
  code: { label: 'Code', icon: Code },
  bullets: { label: 'Liste à puces', icon: List },
  numbers: { label: 'Liste numérotée', icon: ListOrdered },
  quote: { label: 'Citation', icon: Quote },
};

function itemsOf(...formats: readonly Format[]): readonly ToolbarItem[] {
  return formats.map((format) => ({
    ...BUTTONS[format],
    keys: KEYS[format],
    format,
    change: (state) => toggleFormat(state, format),
  }));
}

export const TITLE_ITEMS = itemsOf('heading-2', 'heading-3');
export const TEXT_ITEMS = itemsOf('strong', 'emphasis', 'strike');
export const BLOCK_ITEMS = itemsOf('bullets', 'numbers', 'quote');
export const INSERT_ITEMS: readonly ToolbarItem[] = [
  { label: 'Tableau', icon: Table, change: (state) => insertBlock(state, TABLE) },
  ...itemsOf('code'),
  { label: 'Bloc de code', icon: SquareCode, change: (state) => insertBlock(state, codeBlock('')) },
  { label: 'Séparateur', icon: Minus, change: (state) => insertBlock(state, RULE) },
];

/** Shown while the cursor is in a table. */
export const TABLE_ITEMS: readonly { readonly label: string; readonly change: Change }[] = [
  { label: 'Ajouter une ligne', change: addRow },
  { label: 'Ajouter une colonne', change: addColumn },
  { label: 'Supprimer la ligne', change: removeRow },
  { label: 'Supprimer la colonne', change: removeColumn },
];
