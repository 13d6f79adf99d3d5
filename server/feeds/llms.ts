import type { PublicView } from '#content/model/snapshot.ts';

/** Newest articles that are listed: what a program reads in one go. */
const LISTED = 500;

/** /llms.txt (https://llmstxt.org): who this is, and each article by the address of its Markdown. */
export function llmsText(origin: string, { snapshot, posts }: PublicView): string {
  const { brand, owner, home, blog } = snapshot.site;
  const articles = posts.slice(0, LISTED).map(({ title, slug, excerpt }) => {
    const about = excerpt.trim() === '' ? '' : ` : ${oneLine(excerpt)}`;
    return `- [${linkText(title)}](${origin}/blog/${slug}.md)${about}`;
  });
  const others = [
    `- [Accueil](${origin}/)`,
    `- [Tous les articles](${origin}/blog)`,
    `- [Flux JSON, textes entiers](${origin}/feed.json)`,
    `- [Plan du site](${origin}/sitemap.xml)`,
  ];
  return [
    `# ${oneLine(brand.name)}`,
    '',
    `> ${oneLine(home.description)}`,
    '',
    `${oneLine(owner.name)}, ${oneLine(owner.role)}. ${oneLine(blog.description)} Le site est en français.`,
    '',
    '## Articles',
    '',
    ...(articles.length === 0 ? ['Aucun article pour le moment.'] : articles),
    '',
    '## Optional',
    '',
    ...others,
    '',
  ].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function linkText(title: string): string {
  return oneLine(title).replace(/[[\]\\]/g, '\\$&');
}
