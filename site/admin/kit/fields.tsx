import { type ComponentProps, type ReactNode, useId } from 'react';
import './fields.css';

interface FieldProps {
  readonly label: string;
  /** What helps to fill it in, always shown. */
  readonly hint?: ReactNode;
  /** Why what is written cannot be taken. */
  readonly error?: string | undefined;
  /** Seen by those who listen only: the place says it to the others. */
  readonly isLabelUnseen?: boolean | undefined;
}

interface ControlNames {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

/** A label, a control made with the given names, a hint and an error that go with it. */
export function Field({
  label,
  hint,
  error,
  isLabelUnseen = false,
  children,
}: FieldProps & { readonly children: (names: ControlNames) => ReactNode }): ReactNode {
  const id = useId();
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`];
  const describedBy = described.filter((part) => part !== '').join(' ');
  return (
    <div className="kit-field">
      <label htmlFor={id} className={isLabelUnseen ? 'unseen' : 'kit-label'}>
        {label}
      </label>
      {children({
        id,
        ...(describedBy === '' ? {} : { 'aria-describedby': describedBy }),
        ...(error === undefined ? {} : { 'aria-invalid': true }),
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="kit-hint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="kit-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

type Native<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, 'id' | 'className'>;

export function TextField(props: FieldProps & Native<'input'>): ReactNode {
  const { label, hint, error, isLabelUnseen, ...input } = props;
  return (
    <Field label={label} hint={hint} error={error} isLabelUnseen={isLabelUnseen}>
      {(names) => <input type="text" {...input} {...names} className="kit-input" />}
    </Field>
  );
}

export function TextArea(props: FieldProps & Native<'textarea'>): ReactNode {
  const { label, hint, error, isLabelUnseen, ...area } = props;
  return (
    <Field label={label} hint={hint} error={error} isLabelUnseen={isLabelUnseen}>
      {(names) => <textarea {...area} {...names} className="kit-input kit-area" />}
    </Field>
  );
}

interface ChoiceFieldProps<Value extends string> extends FieldProps {
  readonly value: Value;
  /** What can be chosen, and how each is called. */
  readonly options: readonly (readonly [value: Value, name: string])[];
  readonly onChoose: (value: Value) => void;
}

/** The browser's own list. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>): ReactNode {
  const { value, options, onChoose, ...field } = props;
  return (
    <Field {...field}>
      {(names) => (
        <select
          {...names}
          className="kit-input kit-select"
          value={value}
          onChange={({ target }) => {
            const chosen = options[target.selectedIndex];
            if (chosen !== undefined) onChoose(chosen[0]);
          }}
        >
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckboxProps extends Omit<Native<'input'>, 'type'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

export function Checkbox({ label, hint, ...input }: CheckboxProps): ReactNode {
  const id = useId();
  return (
    <div className="kit-checkbox">
      <input
        {...input}
        type="checkbox"
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="kit-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
