import { type ReactNode, useState } from 'react';
import { parisClock, readParisClock } from '#content/model/paris-time.ts';
import { FIRST_YEAR, isWithinYears, LAST_YEAR } from '#content/model/post-dates.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/fields.tsx';
import './date-field.css';

interface DateFieldProps {
  readonly label: string;
  readonly name: string;
  readonly hint: string;
  /** ISO 8601; '' for none. */
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}

interface Unfinished {
  readonly text: string;
  /** What the form was told of it; null when all that was typed is a date. */
  readonly value: string | null;
}
const FINISHED: Unfinished = { text: '', value: null };

/** A date and hour of Paris, wherever the browser is; says so in the two nights when clocks change. */
export function DateField({ label, name, hint, value, error, onChange }: DateFieldProps): ReactNode {
  const [skipped, setSkipped] = useState('');
  /** What is typed while its year has not all its digits: put right, the control would lose it at the first one. */
  const [unfinished, setUnfinished] = useState(FINISHED);
  const isFinished = unfinished.value !== value;
  const clock = value === '' || !isFinished ? '' : parisClock(Date.parse(value));

  function read(text: string): void {
    const read = readParisClock(text);
    const moment = read === null ? null : read.kind === 'twice' ? read.first : read.moment;
    const next = moment === null ? '' : new Date(moment).toISOString();
    const isDate = moment === null || isWithinYears(moment);
    setUnfinished(isDate ? FINISHED : { text, value: next });
    setSkipped(read?.kind === 'skipped' && isDate ? text.slice(-5) : '');
    onChange(next);
  }

  return (
    <div className="date-field">
      <Field label={label} hint={hint} error={error}>
        {(names) => (
          <div className="date-control">
            <input
              {...names}
              className="kit-input"
              type="datetime-local"
              name={name}
              min={`${FIRST_YEAR}-01-01T00:00`}
              max={`${LAST_YEAR}-12-31T23:59`}
              value={isFinished ? clock : unfinished.text}
              onChange={({ target }) => read(target.value)}
            />
            {value !== '' && (
              <Button
                variant="quiet"
                size="small"
                aria-label={`Effacer\u00a0: ${label}`}
                onClick={() => read('')}
              >
                Effacer
              </Button>
            )}
          </div>
        )}
      </Field>
      {skipped !== '' && (
        <p className="date-note" role="status">
          Cette nuit-là, l’heure avance&nbsp;: {inWords(skipped)} n’existe pas, {inWords(clock.slice(-5))} est
          retenu.
        </p>
      )}
      <TwiceNote clock={clock} value={value} onChange={onChange} />
    </div>
  );
}

interface TwiceNoteProps {
  readonly clock: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TwiceNote({ clock, value, onChange }: TwiceNoteProps): ReactNode {
  const moment = readParisClock(clock);
  if (moment?.kind !== 'twice') return null;
  const chosen = Date.parse(value);
  const options = [
    { moment: moment.first, label: 'la première, à l’heure d’été' },
    { moment: moment.second, label: 'la seconde, à l’heure d’hiver' },
  ];
  return (
    <fieldset className="date-note">
      <legend>Cette nuit-là, l’heure recule&nbsp;: {inWords(clock.slice(-5))} existe deux fois.</legend>
      {options.map((option) => (
        <label key={option.moment}>
          <input
            type="radio"
            checked={chosen === option.moment}
            onChange={() => onChange(new Date(option.moment).toISOString())}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

/** 02:30 → « 2 h 30 ». */
function inWords(time: string): string {
  const [hours = '', minutes = ''] = time.split(':');
  return `${Number(hours)} h ${minutes}`;
}
