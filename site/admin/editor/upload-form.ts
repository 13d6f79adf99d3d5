export interface UploadForm {
  readonly element: HTMLElement;
  readonly focus: () => void;
  readonly progress: (part: number) => void;
  readonly arrived: () => void;
}

interface UploadFormOptions {
  /** The alternative text; empty for an image that only decorates. */
  readonly onConfirm: (alternative: string) => void;
  readonly onCancel: () => void;
}

/** The form of an image on its way, in the text: how far it is, and its alternative text meanwhile. */
export function createUploadForm(name: string, { onConfirm, onCancel }: UploadFormOptions): UploadForm {
  const element = document.createElement('form');
  element.className = 'upload-form';
  const title = child(element, 'p', 'upload-title');
  title.textContent = `Envoi de « ${name} »…`;
  const bar = child(element, 'progress', 'upload-progress');
  bar.max = 1;
  bar.setAttribute('aria-label', `Envoi de ${name}`);
  const label = child(element, 'label', 'upload-label');
  label.textContent = 'Texte alternatif : que montre cette image ?';
  const input = child(label, 'input', 'upload-input');
  input.type = 'text';
  input.lang = 'fr';
  input.autocomplete = 'off';
  const buttons = child(element, 'p', 'upload-buttons');
  const insert = button(buttons, 'submit', 'Insérer l’image');
  const decorative = button(buttons, 'button', 'Image décorative, sans texte');
  const cancel = button(buttons, 'button', 'Annuler');

  const wait = (alternative: string) => {
    for (const control of [input, insert, decorative]) control.disabled = true;
    onConfirm(alternative);
  };
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    const alternative = input.value.trim();
    if (alternative !== '') wait(alternative);
    else input.focus();
  });
  decorative.addEventListener('click', () => wait(''));
  cancel.addEventListener('click', onCancel);
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onCancel();
  });
  return {
    element,
    // The editor puts the form in the page after this turn.
    focus: () => queueMicrotask(() => input.focus()),
    progress: (part) => {
      bar.value = part;
    },
    arrived: () => {
      bar.value = 1;
      title.textContent = `« ${name} » est prête.`;
    },
  };
}

function child<Name extends keyof HTMLElementTagNameMap>(
  parent: HTMLElement,
  name: Name,
  className: string,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  parent.append(element);
  return element;
}

function button(parent: HTMLElement, type: 'submit' | 'button', text: string): HTMLButtonElement {
  const element = child(parent, 'button', type === 'submit' ? 'upload-button upload-main' : 'upload-button');
  element.type = type;
  element.textContent = text;
  return element;
}
