import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { linkAddress } from '#content/model/markdown/addresses.ts';
import { addressAt } from '../commands/links.ts';

/** Ctrl + click, or Cmd + click, opens a link in a tab of its own. Only addresses the site would link to. */
export function openLinks(): Extension {
  return EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
      const position = view.posAtCoords(event);
      const written = position === null ? null : addressAt(view.state, position);
      const address = written === null ? null : linkAddress(written);
      if (address === null) return false;
      window.open(address, '_blank', 'noopener');
      return true;
    },
  });
}
