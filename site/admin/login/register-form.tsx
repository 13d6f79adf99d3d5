import { type ReactNode, type SubmitEvent, useState } from 'react';
import { operations } from '#content/contract/operations.ts';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/fields.tsx';
import { useToast } from '../toasts.tsx';
import { useAction } from '../use-operation.ts';
import { fieldMessages, formTexts } from './form-texts.ts';

/** docs/product.md, Errors and messages. */
export const REGISTERED = {
  title: 'Inscription réussie',
  description: 'Votre compte a été créé avec succès',
};

interface RegisterFormProps {
  readonly onRegistered: () => void;
}

/** The first administrator, by the one-time code of the first start (docs/product.md, Sign-in). */
export function RegisterForm({ onRegistered }: RegisterFormProps): ReactNode {
  const register = useAction('register', { invalidates: ['getUser', 'getRegistration'] });
  const toast = useToast();
  const [messages, setMessages] = useState<Readonly<Record<string, string>>>({});

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const checked = operations.register.input.safeParse(formTexts(event.currentTarget));
    setMessages(checked.success ? {} : fieldMessages(checked.error));
    if (!checked.success) return;
    register.mutate(checked.data, {
      onSuccess: () => {
        toast(REGISTERED);
        onRegistered();
      },
      onError: (error) => {
        const description = messageOf(error, 'Registration failed');
        toast({ title: "Erreur d'inscription", description, variant: 'destructive' });
      },
    });
  }

  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p>{'Ce site n’a pas encore d’administrateur : créez le vôtre.'}</p>
      <TextField
        label="Code à usage unique"
        name="code"
        hint="Il est affiché par le serveur, là où il a été démarré."
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
        required
        error={messages['code']}
      />
      <TextField
        label="Nom d’utilisateur"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={messages['username']}
      />
      <TextField
        label="Mot de passe"
        name="password"
        type="password"
        hint="Douze caractères au moins."
        autoComplete="new-password"
        required
        error={messages['password']}
      />
      <TextField
        label="Nom affiché (facultatif)"
        name="displayName"
        hint="Celui que porteront vos modifications."
        autoComplete="name"
        error={messages['displayName']}
      />
      <TextField
        label="Adresse e-mail (facultative)"
        name="email"
        type="email"
        autoComplete="email"
        error={messages['email'] === undefined ? undefined : 'Cette adresse n’est pas valable.'}
      />
      {register.isError && (
        <p className="form-error" role="alert">
          {messageOf(register.error, 'Registration failed')}
        </p>
      )}
      <Button type="submit" variant="gold" isBusy={register.isPending}>
        {register.isPending ? 'Création...' : 'Créer le compte'}
      </Button>
    </form>
  );
}
