import { type ComponentProps, useRef } from 'react';

interface FilePickerOptions extends Pick<ComponentProps<'input'>, 'accept' | 'multiple'> {
  /** The name of the field. */
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Files that the author chooses: what opens the system's dialog, and its field, which is not seen. */
export function useFilePicker({ label, onFiles, ...input }: FilePickerOptions) {
  const field = useRef<HTMLInputElement>(null);
  return {
    choose: (): void => field.current?.click(),
    field: (
      <input
        {...input}
        ref={field}
        type="file"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file may be chosen again after a failure.
          target.value = '';
          onFiles(files);
        }}
      />
    ),
  };
}
