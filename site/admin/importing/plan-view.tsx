import type { ReactNode } from 'react';
import { type ImportPlan, systemName } from '#content/contract/import-operations.ts';
import { countOf, sizeInWords } from '#content/contract/in-words.ts';
import { capitalized } from '#content/model/post-words.ts';
import { playersInWords } from './import-words.ts';
import { PlanTexts } from './plan-texts.tsx';

/** What an export holds and what becomes of it: numbers first, then what an author should know before anything is written. */
export function PlanView({ id, plan }: { readonly id: string; readonly plan: ImportPlan }): ReactNode {
  return (
    <div className="import-plan">
      <p className="kit-fact">
        {systemName(plan.system)}
        {plan.origin !== null && ` · ${plan.origin}`}
      </p>
      <Facts
        facts={[
          [plan.articles, 'article', 'articles'],
          [plan.pages, 'page', 'pages'],
          [plan.drafts, 'en brouillon', 'en brouillon'],
          [plan.scheduled, 'programmé', 'programmés'],
          [plan.privates, 'privé', 'privés'],
          [plan.pictures.inside + plan.pictures.outside, 'image', 'images'],
          [plan.addresses.count, 'ancienne adresse', 'anciennes adresses'],
        ]}
      />
      <Before plan={plan} />
      <Pictures pictures={plan.pictures} />
      <Categories plan={plan} />
      <Addresses addresses={plan.addresses} />
      <NotTaken plan={plan} />
      <More
        summary={`${countOf(plan.deadLinks.length, 'lien de l’ancien site ne mène', 'liens de l’ancien site ne mènent')} à rien de l’export`}
        items={plan.deadLinks.map(({ address, titles }) => [address, titles.join(', ')])}
      />
      <PlanTexts id={id} plan={plan} />
    </div>
  );
}

interface MoreProps {
  /** What they are, and how many. */
  readonly summary: ReactNode;
  /** Each with what is said of it. */
  readonly items: readonly (readonly [name: string, said?: string])[];
  /** What follows the list. */
  readonly children?: ReactNode;
}

/** Addresses or names behind one sentence; nothing where there is none. */
export function More({ summary, items, children }: MoreProps): ReactNode {
  if (items.length === 0) return null;
  return (
    <details className="import-more">
      <summary>{summary}</summary>
      <ul className="import-list">
        {items.map(([name, said]) => (
          <li key={`${name} ${said ?? ''}`}>
            <span className="import-address">{name}</span>
            {said !== undefined && <span className="kit-fact">{said}</span>}
          </li>
        ))}
      </ul>
      {children}
    </details>
  );
}

interface FactsProps {
  /** How many, and of what; none is left out, but for the first. */
  readonly facts: readonly (readonly [count: number, singular: string, plural: string])[];
}

/** Numbers, each with what it counts. */
export function Facts({ facts }: FactsProps): ReactNode {
  return (
    <dl className="import-facts">
      {facts.flatMap(([count, singular, plural], index) =>
        count === 0 && index > 0
          ? []
          : [
              <div key={plural}>
                <dt className="kit-fact">{count < 2 ? singular : plural}</dt>
                <dd>{count.toLocaleString('fr-FR')}</dd>
              </div>,
            ],
      )}
    </dl>
  );
}

function Before({ plan: { there, changed, edited } }: { readonly plan: ImportPlan }): ReactNode {
  if (there + changed + edited === 0) return null;
  return (
    <section>
      <h3>Déjà importés</h3>
      <p>
        {[
          there > 0
            ? `${countOf(there, 'texte est là', 'textes sont là')} et n’${there < 2 ? 'a' : 'ont'} pas changé`
            : '',
          changed > 0 ? countOf(changed, 'a changé sur l’ancien site', 'ont changé sur l’ancien site') : '',
          edited > 0
            ? countOf(
                edited,
                'a été modifié ici et ne sera pas touché',
                'ont été modifiés ici et ne seront pas touchés',
              )
            : '',
        ]
          .filter((part) => part !== '')
          .join(' · ')}
        .
      </p>
    </section>
  );
}

function Pictures({ pictures: { inside, outside, bytes } }: Pick<ImportPlan, 'pictures'>): ReactNode {
  if (inside + outside === 0) return null;
  return (
    <section>
      <h3>Images</h3>
      <p>
        {inside > 0 &&
          `${countOf(inside, 'image est', 'images sont')} dans l’export (${sizeInWords(bytes)}). `}
        {outside > 0 &&
          `${countOf(outside, 'image est', 'images sont')} seulement sur l’ancien site, ou ailleurs.`}
      </p>
    </section>
  );
}

const BECOMES: Readonly<Record<ImportPlan['categories'][number]['becomes'], string>> = {
  category: '',
  tag: ', devient un mot-clé',
  given: ' sans catégorie jusqu’ici',
};

/** More than these would push the rest of the plan far down on a phone. */
const CATEGORIES_SHOWN = 12;

function Categories({
  plan: { categories, tags, authors, comments, leftOut },
}: {
  readonly plan: ImportPlan;
}): ReactNode {
  if (categories.length + tags + authors.length + comments === 0) return null;
  const said = categories.map(
    ({ name, articles, becomes }) => [name, `${countOf(articles, 'article')}${BECOMES[becomes]}`] as const,
  );
  const [shown, folded] = [said.slice(0, CATEGORIES_SHOWN), said.slice(CATEGORIES_SHOWN)];
  return (
    <section>
      <h3>Catégories, mots-clés, auteurs</h3>
      {categories.length > 0 && (
        <>
          <p>La première catégorie d’un article le reste&nbsp;; les autres deviennent des mots-clés.</p>
          <ul className="import-chips">
            {shown.map(([name, articles]) => (
              <li key={`${name} ${articles}`}>
                {name} <span className="kit-fact">· {articles}</span>
              </li>
            ))}
          </ul>
          <More summary={countOf(folded.length, 'autre catégorie', 'autres catégories')} items={folded} />
        </>
      )}
      <p>
        {tags > 0 && `${countOf(tags, 'mot-clé', 'mots-clés')} en tout.`}
        {authors.length > 0 &&
          ` ${authors.length < 2 ? 'Auteur' : 'Auteurs'}\u00a0: ${authors.map(({ name, articles }) => `${name} (${articles.toLocaleString('fr-FR')})`).join(', ')}. Le site n’en montre qu’un\u00a0: vous.`}
        {comments > 0 &&
          !leftOut.some(({ what }) => what === 'commentaires') &&
          ` ${countOf(comments, 'commentaire n’est pas repris', 'commentaires ne sont pas repris')}.`}
      </p>
    </section>
  );
}

function Addresses({ addresses: { count, examples } }: Pick<ImportPlan, 'addresses'>): ReactNode {
  const others = count - examples.length;
  return (
    <More
      summary={`${countOf(count, 'ancienne adresse mènera', 'anciennes adresses mèneront')} au bon endroit`}
      items={[
        ...examples.map(({ from, to }) => [`${from} → ${to}`] as const),
        ...(others > 0 ? [[`… et ${countOf(others, 'autre')}`] as const] : []),
      ]}
    />
  );
}

function NotTaken({
  plan: { shortcodes, players, leftOut, otherFiles },
}: {
  readonly plan: ImportPlan;
}): ReactNode {
  if (shortcodes.length + players.length + leftOut.length + otherFiles.length === 0) return null;
  return (
    <section>
      <h3>Ce qui n’est pas repris, ou pas tel quel</h3>
      {leftOut.length > 0 && (
        <ul className="import-list">
          {leftOut.map(({ what, count }) => (
            <li key={what}>
              {capitalized(what)}&nbsp;: {count.toLocaleString('fr-FR')}, rien n’en est gardé
            </li>
          ))}
        </ul>
      )}
      <More
        summary={`${countOf(shortcodes.length, 'code n’a', 'codes n’ont')} pas d’équivalent`}
        items={shortcodes.map(inTexts)}
      />
      <More summary={playersInWords(players)} items={players.map(inTexts)} />
      <More
        summary={`${countOf(
          otherFiles.length,
          'fichier n’est pas une image et reste',
          'fichiers ne sont pas des images et restent',
        )} où ${otherFiles.length < 2 ? 'il est' : 'ils sont'}`}
        items={otherFiles.map((address) => [address])}
      />
    </section>
  );
}

/** How often something is there, and in which texts. */
function inTexts({ name, count, titles }: ImportPlan['shortcodes'][number]): readonly [string, string] {
  return [name, `${count.toLocaleString('fr-FR')} fois\u00a0: ${titles.join(', ')}`];
}
