import { type ReactNode, useState } from 'react';
import { type ImportPlan, withScheme } from '#content/contract/import-operations.ts';
import { countOf } from '#content/contract/in-words.ts';
import { useApiMutation } from '../api/use-api.ts';
import { useIsPublishedApart } from '../context.ts';
import { Button } from '../kit/button.tsx';
import { Checkbox, TextField } from '../kit/fields.tsx';
import { ImportNow } from './sending-view.tsx';

interface PlanActionsProps {
  readonly id: string;
  readonly plan: ImportPlan;
}

/** What the author decides before anything is written. */
export function PlanActions({ id, plan }: PlanActionsProps): ReactNode {
  const start = useApiMutation('startImport', { failed: 'L’import n’a pas pu commencer' });
  const isApart = useIsPublishedApart();
  const [fetchesPictures, setFetches] = useState(true);
  const [takesChanged, setTakes] = useState(false);
  const [removesStarter, setRemoves] = useState(false);
  const [home, setHome] = useState('');
  const { outside, homeless } = plan.pictures;
  const asksFetching = outside > 0;
  return (
    <ImportNow label="Décider">
      <p>
        Voici ce que contient l’export et ce qu’il deviendra. Rien n’est encore écrit. Les textes importés
        attendent ensuite que vous les publiiez.
      </p>
      <div className="import-choices">
        {asksFetching && (
          <Checkbox
            label="Télécharger les images qui manquent"
            hint={`${countOf(outside, 'image n’est pas', 'images ne sont pas')} dans l’export\u00a0: ${outside < 2 ? 'elle est demandée' : 'elles sont demandées'} au site qui ${outside < 2 ? 'l’a' : 'les a'}, l’ancien ou un autre que vos textes citent. À la place d’une image qui manque, vos lecteurs voient un lien.`}
            checked={fetchesPictures}
            onChange={({ target }) => setFetches(target.checked)}
          />
        )}
        {homeless > 0 && fetchesPictures && (
          <TextField
            label="Adresse de l’ancien site"
            hint={`L’export ne la dit pas\u00a0: sans elle, ${countOf(homeless, 'image manquera', 'images manqueront')}.`}
            type="url"
            placeholder="https://mon-blog.example"
            value={home}
            onChange={({ target }) => setHome(target.value)}
          />
        )}
        {plan.changed > 0 && (
          <Checkbox
            label="Reprendre ce qui a changé sur l’ancien site"
            hint={`${countOf(plan.changed, 'texte déjà importé a changé', 'textes déjà importés ont changé')} là-bas depuis. Ce que vous avez modifié ici n’est pas touché.`}
            checked={takesChanged}
            onChange={({ target }) => setTakes(target.checked)}
          />
        )}
        {plan.starter > 0 && (
          <Checkbox
            label="Supprimer les articles d’exemple"
            hint={`Encrier en avait mis\u00a0: ${countOf(plan.starter, 'article')} que personne n’a modifié${plan.starter > 1 ? 's' : ''}. ${plan.starter > 1 ? 'Ils quittent' : 'Il quitte'} le site ${isApart ? 'dès la prochaine synchronisation' : 'tout de suite'}, et la corbeille ${plan.starter > 1 ? 'les' : 'le'} garde.`}
            checked={removesStarter}
            onChange={({ target }) => setRemoves(target.checked)}
          />
        )}
      </div>
      <div className="import-actions">
        <Button
          variant="gold"
          isBusy={start.isPending}
          onClick={() =>
            start.mutate({
              id,
              takesChanged,
              removesStarter,
              ...(home.trim() === '' ? {} : { home: withScheme(home) }),
              fetchesPictures: asksFetching && fetchesPictures,
            })
          }
        >
          Importer
        </Button>
      </div>
    </ImportNow>
  );
}
