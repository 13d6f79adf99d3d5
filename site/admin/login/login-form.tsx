import type { ReactNode } from 'react';
import { credentialsSchema } from '#content/contract/account-operations.ts';
import { useApiMutation } from '../api/use-api.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/fields.tsx';
import { type NamedField, type TextForm, useTextForm } from '../kit/form-texts.ts';

/** docs/product.md, Errors and messages. */
export const SIGNED_IN = { title: 'Connexion réussie', description: 'Vous êtes maintenant connecté' };

interface LoginFormProps {
  readonly onSignedIn: () => void;
}

/** docs/product.md, Sign-in. */
export function LoginForm({ onSignedIn }: LoginFormProps): ReactNode {
  const failed = 'Login failed';
  const login = useApiMutation('login', { said: SIGNED_IN, failed, failedTitle: 'Erreur de connexion' });
  return (
    <AccountForm
      schema={credentialsSchema}
      send={(credentials) => login.mutateAsync(credentials).then(onSignedIn)}
      failed={failed}
      word="Se connecter"
      wordMeanwhile="Connexion..."
    >
      {(field) => (
        <>
          <UsernameField {...field('username')} autoFocus />
          <TextField
            {...field('password')}
            label="Mot de passe"
            type="password"
            autoComplete="current-password"
            required
          />
        </>
      )}
    </AccountForm>
  );
}

/** Who comes in, by the name that the account has. */
export function UsernameField(props: ReturnType<NamedField> & { readonly autoFocus?: boolean }): ReactNode {
  return (
    <TextField
      label="Nom d’utilisateur"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  );
}

interface AccountFormProps<Sent> extends TextForm<Sent> {
  /** What its button says, and while it is sent. */
  readonly word: string;
  readonly wordMeanwhile: string;
  readonly children: (field: NamedField) => ReactNode;
}

/** A form that asks who comes in: all that is missing is told at once. */
export function AccountForm<Sent>(props: AccountFormProps<Sent>): ReactNode {
  const { word, wordMeanwhile, children, ...asked } = props;
  const { form, field, fault, isBusy } = useTextForm({ ...asked, tells: 'all' });
  return (
    <form {...form} className="stack">
      {children(field)}
      {fault !== null && (
        <p className="kit-error" role="alert">
          {fault}
        </p>
      )}
      <Button type="submit" variant="gold" isBusy={isBusy}>
        {isBusy ? wordMeanwhile : word}
      </Button>
    </form>
  );
}
