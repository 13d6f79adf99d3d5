import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import { credentialsSchema, type User } from '#content/contract/account-operations.ts';
import { useApiMutation } from '../api/use-api.ts';
import { fieldFault, messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/fields.tsx';
import { type FormTexts, fieldMessages, whenSent } from '../kit/form-texts.ts';
import { type Toast, useToast } from '../toasts.tsx';

/** docs/product.md, Errors and messages. */
export const SIGNED_IN = { title: 'Connexion réussie', description: 'Vous êtes maintenant connecté' };
export const REGISTERED = {
  title: 'Inscription réussie',
  description: 'Votre compte a été créé avec succès',
};

interface LoginFormProps {
  readonly onSignedIn: (user: User) => void;
}

/** docs/product.md, Sign-in. */
export function LoginForm({ onSignedIn }: LoginFormProps): ReactNode {
  return (
    <AccountForm
      action={useApiMutation('login')}
      schema={credentialsSchema}
      words={{
        done: SIGNED_IN,
        failed: { title: 'Erreur de connexion', text: 'Login failed' },
        send: 'Se connecter',
        sending: 'Connexion...',
      }}
      onDone={onSignedIn}
    >
      {(messages) => (
        <>
          <UsernameField autoFocus error={messages['username']} />
          <TextField
            label="Mot de passe"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={messages['password']}
          />
        </>
      )}
    </AccountForm>
  );
}

/** Who comes in, by the name that the account has. */
export function UsernameField(
  props: Pick<Parameters<typeof TextField>[0], 'autoFocus' | 'error'>,
): ReactNode {
  return (
    <TextField
      label="Nom d’utilisateur"
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  );
}

interface AccountFormProps<Values> {
  readonly action: UseMutationResult<User, Error, Values>;
  readonly schema: z.ZodType<Values>;
  readonly words: {
    readonly done: Toast;
    readonly failed: { readonly title: string; readonly text: string };
    readonly send: string;
    readonly sending: string;
  };
  readonly onDone: (user: User) => void;
  /** Its fields, each with what is wrong with it. */
  readonly children: (messages: FormTexts) => ReactNode;
}

/**
 * A form that asks who comes in: what is wrong is said at its field, which gets the focus; what is refused in a toast too, and over the
 * button where it is no field's.
 */
export function AccountForm<Values>(props: AccountFormProps<Values>): ReactNode {
  const { action, schema, words, onDone, children } = props;
  const toast = useToast();
  const [messages, setMessages] = useState<FormTexts>({});
  const form = useRef<HTMLFormElement>(null);
  const { error } = action;
  const refused = fieldFault(error);

  // What is wrong with a field is known once it is drawn.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [messages, error]);

  function submit(texts: FormTexts): void {
    const checked = schema.safeParse(texts);
    setMessages(checked.success ? {} : fieldMessages(checked.error));
    if (!checked.success) return;
    action.mutate(checked.data, {
      onSuccess: (user) => {
        toast(words.done);
        onDone(user);
      },
      onError: (refusal) => {
        const description = messageOf(refusal, words.failed.text);
        toast({ title: words.failed.title, description, variant: 'destructive' });
      },
    });
  }

  return (
    <form ref={form} className="stack" noValidate onSubmit={whenSent(submit)}>
      {children(refused === null ? messages : { ...messages, [refused.field]: refused.text })}
      {action.isError && refused === null && (
        <p className="form-error" role="alert">
          {messageOf(action.error, words.failed.text)}
        </p>
      )}
      <Button type="submit" variant="gold" isBusy={action.isPending}>
        {action.isPending ? words.sending : words.send}
      </Button>
    </form>
  );
}
