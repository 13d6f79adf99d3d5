import { EditorState, type Extension } from '@codemirror/state';

/** CodeMirror's own words, in French. */
export function frenchPhrases(): Extension {
  return EditorState.phrases.of({
    Find: 'Rechercher',
    Replace: 'Remplacer par',
    next: 'Suivant',
    previous: 'Précédent',
    all: 'Tout sélectionner',
    'match case': 'Respecter la casse',
    regexp: 'Expression régulière',
    'by word': 'Mot entier',
    replace: 'Remplacer',
    'replace all': 'Tout remplacer',
    close: 'Fermer la recherche',
    'current match': 'résultat actuel',
    'replaced $ matches': '$ remplacements effectués',
    'replaced match on line $': 'remplacement à la ligne $',
    'on line': 'à la ligne',
    'Go to line': 'Aller à la ligne',
    go: 'Aller',
    'Control character': 'Caractère de contrôle',
    'Selection deleted': 'Sélection supprimée',
  });
}
