import { type ChangeEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLeaveGuard } from '../navigation.tsx';
import { type TextForm, useTextForm } from './form-texts.ts';

interface GuardedForm<Sent> extends TextForm<Sent> {
  /** What was written is sent: nothing is asked about any more. */
  readonly onSent?: () => void;
}

/**
 * A form of texts (form-texts.ts) which asks before it is left with what was written in it and not sent. Apart from those: the sign-in has
 * no other page to be left for, and loads none of this.
 */
export function useGuardedForm<Sent>({ onSent, ...asked }: GuardedForm<Sent>) {
  const [isWritten, setWritten] = useState(false);
  useLeaveGuard(isWritten);
  const forget = (): void => flushSync(() => setWritten(false));
  const { form, ...rest } = useTextForm({
    ...asked,
    async send(sent, sending) {
      await asked.send(sent, sending);
      forget();
      onSent?.();
    },
  });
  return {
    ...rest,
    /** What was written is wanted no more: nothing is asked about it. */
    forget,
    form: {
      ...form,
      onChange: ({ target }: ChangeEvent<HTMLFormElement>): void => {
        // Passwords are no words of an author's: browsers fill them in by themselves.
        if (target instanceof HTMLInputElement && target.type !== 'password') setWritten(true);
      },
    },
  };
}
