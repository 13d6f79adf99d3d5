import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { NETWORKS, type Network } from '#content/model/site.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { SelectField, TextField } from '../kit/fields.tsx';
import { listAt, textAt } from './at-path.ts';
import { ListFault } from './list-fault.tsx';
import type { FieldPath } from './site-fields.ts';

interface SocialFieldProps {
  readonly path: FieldPath;
  readonly site: unknown;
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (path: FieldPath, value: unknown) => void;
}

const NAMES: Readonly<Record<Network, string>> = { x: 'X', facebook: 'Facebook', linkedin: 'LinkedIn' };
/** content/model/site.ts. */
const MAX_PROFILES = 6;

/** The profiles linked in the footer. */
export function SocialField({ path, site, faults, onChange }: SocialFieldProps): ReactNode {
  const profiles = listAt(site, path);
  return (
    <>
      <ListFault fault={faults.get(path.join('.'))} />
      <ul className="settings-list settings-social">
        {profiles.map((_, index) => (
          <li key={index}>
            <SelectField
              label={`Réseau ${index + 1}`}
              value={textAt(site, [...path, index, 'network'])}
              error={faults.get([...path, index, 'network'].join('.'))}
              onChange={({ target }) => onChange([...path, index, 'network'], target.value)}
            >
              {NETWORKS.map((network) => (
                <option key={network} value={network}>
                  {NAMES[network]}
                </option>
              ))}
            </SelectField>
            <TextField
              label={`Adresse du profil ${index + 1}`}
              type="url"
              value={textAt(site, [...path, index, 'url'])}
              error={faults.get([...path, index, 'url'].join('.'))}
              onChange={({ target }) => onChange([...path, index, 'url'], target.value)}
            />
            <IconButton
              label={`Retirer le profil ${index + 1}`}
              variant="danger"
              onClick={() =>
                onChange(
                  path,
                  profiles.filter((__, other) => other !== index),
                )
              }
            >
              <Trash2 aria-hidden="true" size={17} />
            </IconButton>
          </li>
        ))}
      </ul>
      {profiles.length < MAX_PROFILES && (
        <Button size="small" onClick={() => onChange(path, [...profiles, { network: 'linkedin', url: '' }])}>
          <Plus aria-hidden="true" size={16} />
          Ajouter un réseau
        </Button>
      )}
    </>
  );
}
