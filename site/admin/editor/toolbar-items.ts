import type { EditorState, TransactionSpec } from '@codemirror/state';
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Italic,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  SquareCode,
  Strikethrough,
  Table,
} from 'lucide-react';
import { toggleBlock } from './commands/blocks.ts';
import { toggleInline } from './commands/inline.ts';
import { codeBlock, insertBlock, RULE, TABLE } from './commands/insert.ts';
import { KEYS } from './commands/keys.ts';
import { addColumn, addRow, removeColumn, removeRow } from './commands/tables.ts';
import type { Formats } from './formats.ts';

type Change = (state: EditorState) => TransactionSpec | null;

/** A button of the toolbar that changes the text. */
export interface ToolbarItem {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys?: { readonly key: string; readonly mac?: string };
  /** Which of the formats it shows as on; none for one that only inserts. */
  readonly format?: keyof Formats;
  readonly change: Change;
}

export const TITLE_ITEMS: readonly ToolbarItem[] = [
  {
    label: 'Titre de niveau 2',
    icon: Heading2,
    keys: KEYS['heading-2'],
    format: 'heading-2',
    change: (state) => toggleBlock(state, 'heading-2'),
  },
  {
    label: 'Titre de niveau 3',
    icon: Heading3,
    keys: KEYS['heading-3'],
    format: 'heading-3',
    change: (state) => toggleBlock(state, 'heading-3'),
  },
];

export const TEXT_ITEMS: readonly ToolbarItem[] = [
  {
    label: 'Gras',
    icon: Bold,
    keys: KEYS.strong,
    format: 'strong',
    change: (state) => toggleInline(state, 'strong'),
  },
  {
    label: 'Italique',
    icon: Italic,
    keys: KEYS.emphasis,
    format: 'emphasis',
    change: (state) => toggleInline(state, 'emphasis'),
  },
  {
    label: 'Barré',
    icon: Strikethrough,
    keys: KEYS.strike,
    format: 'strike',
    change: (state) => toggleInline(state, 'strike'),
  },
];

export const BLOCK_ITEMS: readonly ToolbarItem[] = [
  {
    label: 'Liste à puces',
    icon: List,
    keys: KEYS.bullets,
    format: 'bullets',
    change: (state) => toggleBlock(state, 'bullets'),
  },
  {
    label: 'Liste numérotée',
    icon: ListOrdered,
    keys: KEYS.numbers,
    format: 'numbers',
    change: (state) => toggleBlock(state, 'numbers'),
  },
  {
    label: 'Citation',
    icon: Quote,
    keys: KEYS.quote,
    format: 'quote',
    change: (state) => toggleBlock(state, 'quote'),
  },
];

export const INSERT_ITEMS: readonly ToolbarItem[] = [
  { label: 'Tableau', icon: Table, change: (state) => insertBlock(state, TABLE) },
  {
    label: 'Code',
    icon: Code,
    keys: KEYS.code,
    format: 'code',
    change: (state) => toggleInline(state, 'code'),
  },
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
