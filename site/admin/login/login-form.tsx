import { type ReactNode, type SubmitEvent, useState } from 'react';
import type * as z from 'zod';
import { credentialsSchema, type User } from '#content/contract/account-operations.ts';
import { useApiMutation } from '../api/use-api.ts';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/fields.tsx';
import { useToast } from '../toasts.tsx';

/** docs/product.md, Errors and messages. */
export const SIGNED_IN = { title: 'Connexion réussie', description: 'Vous êtes maintenant connecté' };

interface LoginFormProps {
  readonly onSignedIn: (user: User) => void;
}

/** docs/product.md, Sign-in. */
export function LoginForm({ onSignedIn }: LoginFormProps): ReactNode {
  const login = useApiMutation('login');
  const toast = useToast();
  const [messages, setMessages] = useState<Readonly<Record<string, string>>>({});

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const checked = credentialsSchema.safeParse(formTexts(event.currentTarget));
    setMessages(checked.success ? {} : fieldMessages(checked.error));
    if (!checked.success) return;
    login.mutate(checked.data, {
      onSuccess: (user) => {
        toast(SIGNED_IN);
        onSignedIn(user);
      },
      onError: (error) => {
        const description = messageOf(error, 'Login failed');
        toast({ title: 'Erreur de connexion', description, variant: 'destructive' });
      },
    });
  }

  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label="Nom d’utilisateur"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        error={messages['username']}
      />
      <TextField
        label="Mot de passe"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={messages['password']}
      />
      {login.isError && (
        <p className="form-error" role="alert">
          {messageOf(login.error, 'Login failed')}
        </p>
      )}
      <Button type="submit" variant="gold" isBusy={login.isPending}>
        {login.isPending ? 'Connexion...' : 'Se connecter'}
      </Button>
    </form>
  );
}

/** The texts of a form's named fields. */
export function formTexts(form: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}

/** The first message of each field a schema refused. */
export function fieldMessages(error: z.ZodError): Readonly<Record<string, string>> {
  const issues = error.issues.map(({ path: [field], message }) => [String(field), message] as const);
  return Object.fromEntries(issues.toReversed());
}
