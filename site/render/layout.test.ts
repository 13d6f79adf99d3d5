import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { memoryReader } from '#site/testing/memory-reader.ts';
import { sampleSite } from '#site/testing/samples.ts';
import { Layout } from '#site/ui/layout.tsx';
import { gatherLayout, inFrench } from './layout.ts';

async function page(...content: Parameters<typeof memoryReader>): Promise<string> {
  const data = await gatherLayout(memoryReader(...content));
  return renderToStaticMarkup(createElement(Layout, { data, section: 'blog', children: null }));
}

describe('gatherLayout', () => {
  it('falls back on labels of its own', async () => {
    const { availability } = await gatherLayout(memoryReader());
    expect(availability).toEqual({
      status: 'Complet',
      quarter: 'T4 2024',
      nextQuarter: 'T4 2025',
      waitlistCount: '9',
      asOf: 'T3 2025 T4 2025 Complet',
    });
  });
});

describe('the footer', () => {
  it.each([
    [{}, '3 places par trimestre'],
    [{ maxSlots: '5' }, '5 places par trimestre'],
    [{ maxSlots: '1' }, '1 place par trimestre'],
    [{ maxSlots: '0' }, '0 place par trimestre'],
    [{ maxSlots: 'Une' }, 'Une place par trimestre'],
    [{ maxSlots: 'trois' }, 'trois places par trimestre'],
    [{ maxSlots: '10' }, '10 places par trimestre'],
  ])('says how many places %j has', async (capacity, expected) => {
    const { footer } = await gatherLayout(memoryReader({ capacity }));
    expect(footer.exclusivity).toBe(expected);
  });

  it('counts nobody where the number of those who wait is emptied', async () => {
    expect(await page({ capacity: { waitlistCount: '' } })).toContain('Liste d&#x27;attente ouverte');
  });

  it.each([
    ['1', '1 personne sur liste d&#x27;attente'],
    ['12+', '12+ personnes sur liste d&#x27;attente'],
    ['une dizaine', 'Liste d&#x27;attente\u00A0: une dizaine'],
    ['9 entreprises', 'Liste d&#x27;attente\u00A0: 9 entreprises'],
  ])('counts « %s » who wait as « %s »', async (waitlistCount, expected) => {
    expect(await page({ capacity: { waitlistCount } })).toContain(`<dd>${expected}</dd>`);
  });

  it('leaves a notice without {places} as it was written', async () => {
    const site = sampleSite();
    const footer = { ...site.footer, exclusivity: 'Deux places par an' };
    const layout = await gatherLayout(
      memoryReader({ site: { ...site, footer }, capacity: { maxSlots: '5' } }),
    );
    expect(layout.footer.exclusivity).toBe('Deux places par an');
  });

  it.each([
    ['Complet', 'Toutes les places sont prises', 'Des places sont ouvertes'],
    ['Places disponibles', 'Des places sont ouvertes', 'Toutes les places sont prises'],
  ])('beside « %s » says « %s », not « %s »', async (availabilityStatus, said, unsaid) => {
    const site = sampleSite();
    const footer = { ...site.footer, text: 'Toutes les places sont prises.' };
    const text = await page({ site: { ...site, footer }, capacity: { availabilityStatus } });
    expect([text.includes(said), text.includes(unsaid)]).toEqual([true, false]);
  });
});

describe('the address of the waiting list', () => {
  it('writes the next quarter into the message', async () => {
    const contact = { profile: 'https://t.me/x', waitlistMessage: 'Le {trimestre} & après ?' };
    const site = { ...sampleSite(), contact };
    const { waitlist } = await gatherLayout(memoryReader({ site, capacity: { nextMonth: 'T1 2027' } }));
    expect(new URL(waitlist).searchParams.get('text')).toBe('Le T1 2027 & après ?');
  });

  it('leaves what a profile has behind its `#` where it is', async () => {
    const contact = { profile: 'https://signal.me/#p/+33600000000', waitlistMessage: 'Bonjour' };
    const { waitlist } = await gatherLayout(memoryReader({ site: { ...sampleSite(), contact } }));
    expect(waitlist).toBe('https://signal.me/?text=Bonjour#p/+33600000000');
  });
});

describe('Layout', () => {
  it.each([
    'Aller au contenu',
    'Accueil',
    'Blog',
    'Contact',
    'aria-label="Ouvrir le menu"',
    'Ironman',
    'Discutons',
    '9 personnes sur liste d&#x27;attente',
    '3 places par trimestre',
    'Tenir bon',
    '© 2026 Marque',
    'Mentions légales',
    'Politique de confidentialité',
    'Haut de page',
    'https://www.linkedin.com/in/camille',
  ])('says « %s »', async (text) => {
    expect(await page()).toContain(text);
  });

  it('tells which entry of the navigation is shown', async () => {
    expect(await page()).toContain('<a href="/blog" aria-current="page">');
  });

  it('has a green dot only when places are available', async () => {
    const pages = [await page({ capacity: { availabilityStatus: 'Places disponibles' } }), await page()];
    expect(pages.map((body) => /data-available="(\w+)"/.exec(body)?.[1])).toEqual(['true', 'false']);
  });
});

describe('inFrench', () => {
  it('replaces spaces before high signs in every text, and nothing else', () => {
    const data = {
      title: 'Prêt ?',
      cards: [{ text: 'Un mot : « oui »', size: 2 }],
      url: 'https://a.invalid/?b=c',
      none: null,
    };
    expect(inFrench(data)).toEqual({
      title: 'Prêt\u202F?',
      cards: [{ text: 'Un mot\u00A0: «\u00A0oui\u00A0»', size: 2 }],
      url: 'https://a.invalid/?b=c',
      none: null,
    });
  });
});
