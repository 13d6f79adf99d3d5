import type { siteSchema } from '../../model/site.ts';

/** What a schema of content/model finds wrong with a value. */
export type SchemaIssue = NonNullable<ReturnType<typeof siteSchema.safeParse>['error']>['issues'][number];

const KINDS: Readonly<Record<string, string>> = {
  string: 'un texte',
  object: 'un groupe de champs',
  array: 'une liste',
};

/** What an author can do about a value of a settings file that its schema refuses; `isWritten` says if it is there at all. */
export function settingReason(issue: SchemaIssue, isWritten: boolean): string {
  const name = `Le champ « ${issue.path.map(String).join('.')} »`;
  if (!isWritten) return `${name} manque.`;
  switch (issue.code) {
    case 'invalid_type':
      return `${name} doit être ${KINDS[issue.expected] ?? 'une autre sorte de valeur'}.`;
    case 'too_small':
      return issue.origin === 'string'
        ? `${name} ne peut pas être vide.`
        : `${name} doit contenir au moins ${issue.minimum} élément(s).`;
    case 'too_big':
      return `${name} doit contenir au plus ${issue.maximum} ${issue.origin === 'string' ? 'caractères' : 'éléments'}.`;
    case 'invalid_value':
      return `${name} doit être l’une de ces valeurs : ${issue.values.map(String).join(', ')}.`;
    case 'invalid_format':
      // The schemas of content/model give the expected form in French.
      return `${name} doit être ${issue.message}.`;
    default:
      return `${name} n’est pas valide.`;
  }
}
