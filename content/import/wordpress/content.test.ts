import { describe, expect, it } from 'vitest';
import { type ContentSource, contentToMarkdown, textBeforeMore } from './content.ts';

const SOURCE: ContentSource = {
  files: {
    file: (id) =>
      id === '7' || id === '8' ? { address: `https://exemple.fr/${id}.jpg`, alt: `Image ${id}` } : null,
    added: () => ['7'],
  },
  reusable: new Map([
    ['1', '<!-- wp:paragraph --><p>Réutilisé</p><!-- /wp:paragraph -->'],
    [
      '3',
      '<!-- wp:heading {"metadata":{"name":"Le Titre"}} --><h2>Celui de tous</h2><!-- /wp:heading --><!-- wp:paragraph --><p>Pour tous</p><!-- /wp:paragraph -->',
    ],
    ['2', '<p>tour</p><!-- wp:block {"ref":2} /--><!-- wp:block {"ref":2} /-->'],
  ]),
  footnotes: '[{"id":"abc","content":"Une <em>note</em>"}]',
  fileOfPage: (address) => (address.endsWith('/photo/') ? 'https://ancien.example.org/photo.jpg' : null),
  largest: (address) => address.replace(/-\d+x\d+(?=\.)/, ''),
};

function markdown(content: string): string {
  return contentToMarkdown(content, SOURCE).markdown.trimEnd();
}

function shortcodes(content: string): readonly string[] {
  return contentToMarkdown(content, SOURCE).notes.flatMap(({ kind, what }) =>
    kind === 'shortcode' ? [what] : [],
  );
}

describe('contentToMarkdown of the classic editor', () => {
  it.each([
    ['un\n\ndeux', 'un\n\ndeux'],
    ['un\r\n\r\ndeux', 'un\n\ndeux'],
    ['un\ndeux', 'un\\\ndeux'],
    ['un<br />\ndeux', 'un\\\ndeux'],
    ['un<br><br>deux', 'un\n\ndeux'],
    ['<strong>un\n</strong>deux', '**un**\\\ndeux'],
    ['<strong>un\n\ndeux</strong> trois', '**un**\n\n**deux** trois'],
    ['<p>un\n\ndeux</p>', 'un\n\ndeux'],
    ['<h2>un</h2>\ndeux\n<h3>trois</h3>', '## un\n\ndeux\n\n### trois'],
    ['<ul>\n\t<li>un</li>\n\t<li>deux</li>\n</ul>\ntrois', '- un\n- deux\n\ntrois'],
    ['<ul><li>un\n\ndeux</li></ul>', '- un\n\n  deux'],
    ['<blockquote>un\n\ndeux</blockquote>', '> un\n>\n> deux'],
    ['<pre>un\n\n  deux</pre>', '```\nun\n\n  deux\n```'],
    ['<div>un\n\ndeux</div>', 'un\n\ndeux'],
    ['un\nhttps://vimeo.com/12\ndeux', 'un\n\n[Vidéo sur Vimeo](https://vimeo.com/12)\n\ndeux'],
    ['un\nhttps://exemple.fr/12\ndeux', 'un\\\n<https://exemple.fr/12>\\\ndeux'],
    ['<img src="https://exemple.fr/a-300x200.jpg" alt="A" />', '![A](https://exemple.fr/a.jpg)'],
    ['<a href="/photo/"><img src="/a.jpg" alt="A"></a>', '![A](/a.jpg)'],
    ['<a href="/photo/">La photo</a>', '[La photo](https://ancien.example.org/photo.jpg)'],
    ['<a href="/b/"><img src="/a.jpg" alt="A"></a>', '[![A](/a.jpg)](/b/)'],
  ])('makes paragraphs of %j', (content, expected) => {
    expect(markdown(content)).toBe(expected);
  });
});

describe('contentToMarkdown of blocks', () => {
  it('takes reusable blocks in their place, and those that hold themselves a few times only', () => {
    const text = markdown(
      '<!-- wp:block {"ref":1} /-->\n\n<!-- wp:paragraph --><p>Suite</p><!-- /wp:paragraph -->',
    );
    expect(text).toBe('Réutilisé\n\nSuite');
    expect(markdown('<!-- wp:block {"ref":2} /-->').split('tour').length).toBeLessThan(100);
  });

  it('names the pictures of a gallery that the export does not have', () => {
    expect(contentToMarkdown('[gallery ids="7,9"]', SOURCE).notes).toEqual([
      { kind: 'picture', what: 'nº 9 de la médiathèque' },
    ]);
  });

  it('says in a pattern what the text says in its place', () => {
    const stated = '{"ref":3,"content":{"Le Titre":{"content":"Le <em>nôtre</em>"}}}';
    expect(markdown(`<!-- wp:block ${stated} /-->`)).toBe('## Le *nôtre*\n\nPour tous');
    expect(markdown('<!-- wp:block {"ref":3} /-->')).toBe('## Celui de tous\n\nPour tous');
  });

  it('keeps a link and its button apart', () => {
    expect(
      markdown(
        '<!-- wp:file --><div class="wp-block-file"><a href="/a.pdf">Le plan</a><a href="/a.pdf" class="wp-block-file__button wp-element-button" download>Télécharger</a></div><!-- /wp:file -->',
      ),
    ).toBe('[Le plan](/a.pdf) [Télécharger](/a.pdf)');
  });

  it('names the blocks that only a page of WordPress can show', () => {
    expect(
      shortcodes(
        '<!-- wp:latest-posts {"postsToShow":3} /--><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->',
      ),
    ).toEqual(['bloc latest-posts']);
  });

  it('keeps what was written into the fields of a block that a theme draws', () => {
    const data = {
      titre: 'Bravo',
      _titre: 'field_1',
      texte: '<p>Des mots.</p>',
      place: 'left',
      image: 7,
      lien: 'https://exemple.fr/',
    };
    const block = `<!-- wp:acf/avis ${JSON.stringify({ name: 'acf/avis', data })} /-->`;
    expect(markdown(block)).toBe('Bravo\n\nDes mots.');
    expect(shortcodes(block)).toEqual(['bloc acf/avis']);
  });

  it.each([
    [
      'kadence/singlebtn {"text":"Réserver","link":"https://exemple.fr/r"} /',
      '[Réserver](https://exemple.fr/r)',
    ],
    ['lazyblock/avis {"title":"Bravo","text":"Des mots.","blockId":"x1"} /', '## Bravo\n\nDes mots.'],
    ['ub/styled-box {"mode":"bordered","title":["Bravo"],"text":["Des mots."]} /', '## Bravo\n\nDes mots.'],
    ['ub/content-toggle-panel-block {"panelTitle":"Comment ?"} ', '## Comment ?'],
    ['contact-form-7/contact-form-selector {"title":"Formulaire 1"} /', ''],
    ['acf/avis {"name":"acf/avis","data":{}} /', ''],
  ])('keeps what is written in the settings of a block of a plugin: %s', (block, shown) => {
    expect(markdown(`<!-- wp:${block}-->`)).toBe(shown);
  });

  it('reads the blocks of Divi', () => {
    const block = (name: string, said: Readonly<Record<string, unknown>>): string => {
      const fields = Object.entries(said).map(([key, value]) => [
        key,
        { innerContent: { desktop: { value } }, decoration: { font: { desktop: { value: 'Gras' } } } },
      ]);
      return `<!-- wp:divi/${name} ${JSON.stringify(Object.fromEntries(fields)).replaceAll('<', '\\u003c')} /-->`;
    };
    const content = `<!-- wp:divi/section {"module":{"meta":{"adminLabel":{"desktop":{"value":"Section"}}}}} -->${block('text', { content: '<p>Un <b>mot</b> de $variable({"name":"a"})$.</p>' })}${block('blurb', { imageIcon: { src: 'https://exemple.fr/a.jpg', alt: 'A' }, title: { text: 'Titre' }, content: '<p>Texte</p>' })}${block('button', { button: { text: 'Ici', linkUrl: '/ici/' } })}${block('blog', {})}<!-- /wp:divi/section -->`;
    expect(markdown(content)).toBe(
      'Un **mot** de .\n\n![A](https://exemple.fr/a.jpg)\n\n## Titre\n\nTexte\n\n[Ici](/ici/)',
    );
    expect(shortcodes(content)).toEqual(['bloc divi/blog']);
  });

  it('keeps footnotes', () => {
    const note = '<sup data-fn="abc" class="fn"><a href="#abc" id="abc-link">1</a></sup>';
    expect(
      markdown(`<!-- wp:paragraph --><p>Mot${note}.</p><!-- /wp:paragraph --><!-- wp:footnotes /-->`),
    ).toBe('Mot[^1].\n\n[^1]: Une *note*');
  });

  it('keeps the language of code and the picture of a cover', () => {
    const code =
      '<!-- wp:syntaxhighlighter/code {"language":"php"} --><pre class="wp-block-x">a</pre><!-- /wp:syntaxhighlighter/code -->';
    expect(markdown(code)).toBe('```php\na\n```');
    const cover =
      '<div class="wp-block-cover" style="background-image:url(https://exemple.fr/b.jpg)"><p>Mot</p></div>';
    expect(markdown(`<!-- wp:cover -->${cover}<!-- /wp:cover -->`)).toBe(
      '![](https://exemple.fr/b.jpg)\n\nMot',
    );
  });

  it('makes an embed a link, with its caption', () => {
    const embed =
      '<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">\nhttps://exemple.org/v/1\n</div><figcaption>Légende</figcaption></figure>';
    expect(markdown(`<!-- wp:embed {"url":"x"} -->${embed}<!-- /wp:embed -->`)).toBe(
      '[À voir sur exemple.org](https://exemple.org/v/1)\n\nLégende',
    );
  });
});

describe('contentToMarkdown of shortcodes', () => {
  const image = '<img src="/a.jpg" alt="A" />';

  it.each([
    [`[caption id="x" width="3"]${image} Une légende[/caption]`, '![A](/a.jpg "Une légende")'],
    [`[caption caption="Une légende"]${image}[/caption]`, '![A](/a.jpg "Une légende")'],
    ['[gallery ids="7,8"]', '![Image 7](https://exemple.fr/7.jpg)\n\n![Image 8](https://exemple.fr/8.jpg)'],
    ['[gallery]', '![Image 7](https://exemple.fr/7.jpg)'],
    ['[gallery ids="7,9"]', '![Image 7](https://exemple.fr/7.jpg)'],
    [
      '[et_pb_gallery gallery_ids="7,8" fullwidth="on"][/et_pb_gallery]',
      '![Image 7](https://exemple.fr/7.jpg)\n\n![Image 8](https://exemple.fr/8.jpg)',
    ],
    ['[code lang="php"]<b>$a[1]</b>\n\n&lt;?[/code]', '```php\n<b>$a[1]</b>\n\n<?\n```'],
    [
      '[embed]https://youtu.be/abcdefghijk[/embed]',
      '[![Vidéo sur YouTube](https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg)](https://www.youtube.com/watch?v=abcdefghijk)',
    ],
    [
      '[youtube=https://www.youtube.com/watch?v=abcdefghijk]',
      '[![Vidéo sur YouTube](https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg)](https://www.youtube.com/watch?v=abcdefghijk)',
    ],
    ['[vimeo 1234]', '[Vidéo sur Vimeo](https://vimeo.com/1234)'],
    ['[audio mp3="https://exemple.fr/a.mp3"][/audio]', '[Enregistrement : a.mp3](https://exemple.fr/a.mp3)'],
    ['Mot[efn_note]Une note[/efn_note].', 'Mot[^1].\n\n[^1]: Une note'],
    ['[su_button url="https://exemple.fr/"]Ici[/su_button]', '[Ici](https://exemple.fr/)'],
    [
      '[wm_button url="https://exemple.fr/a"]Un bouton[/wm_button][wm_button url="https://exemple.fr/b"]Un autre[/wm_button].',
      '[Un bouton](https://exemple.fr/a) [Un autre](https://exemple.fr/b).',
    ],
    ['[vc_row][vc_column_text]Mot[/vc_column_text][/vc_row]', 'Mot'],
    ['[one_half]Gauche[/one_half][one_half_last]Droite[/one_half_last]', 'Gauche\n\nDroite'],
    [
      `[vc_raw_html]${btoa(encodeURIComponent('<p>Des <b>mots</b></p>'))}[/vc_raw_html][vc_raw_js]bGU=[/vc_raw_js]`,
      'Des **mots**',
    ],
    [
      '[vc_tta_tabs][vc_tta_section title="Un"]Mot[/vc_tta_section][/vc_tta_tabs]',
      '<details>\n<summary>Un</summary>\n\nMot\n\n</details>',
    ],
    [
      '[vc_cta h2="Venez" h4="Ce soir" btn_title="Ici" btn_link="url:https%3A%2F%2Fexemple.fr%2F|title:x"]Mot[/vc_cta]',
      '## Venez\n\nCe soir\n\nMot\n\n[Ici](https://exemple.fr/)',
    ],
    [
      '[et_pb_fullwidth_header title="Titre" subhead="Dessous" button_one_text="Ici" button_one_url="https://exemple.fr/"]<p>Mot</p>[/et_pb_fullwidth_header]',
      '## Titre\n\nDessous\n\nMot\n\n[Ici](https://exemple.fr/)',
    ],
    ['[et_pb_heading title="Titre %22cité%22" title_level="h3" /]Suite', '### Titre "cité"\n\nSuite'],
    [
      '[et_pb_team_member name="Anne" position="Chef" image_url="https://exemple.fr/a.jpg"]Mot[/et_pb_team_member][et_pb_image src="https://exemple.fr/b.jpg" alt="B" title_text="b" url="/b/" /]',
      '![](https://exemple.fr/a.jpg)\n\nAnne\n\nMot\n\nChef\n\n[![B](https://exemple.fr/b.jpg)](/b/)',
    ],
    [
      '[et_pb_fullwidth_header title="Un" button_one_text="A" button_one_url="/a/" button_two_text="B" button_two_url="/b/" /]',
      '## Un\n\n[A](/a/)\n\n[B](/b/)',
    ],
    ['[et_pb_text]Par @ET-DC@eyJhIjp0cnVlfQ==@ ici[/et_pb_text]', 'Par ici'],
    [
      '[vc_custom_heading text="Un titre" font_container="tag:h4|x"][vc_images_carousel images="7,8"][vc_message]Un[/vc_message][vc_message]Deux[/vc_message]',
      '#### Un titre\n\n![Image 7](https://exemple.fr/7.jpg)\n\n![Image 8](https://exemple.fr/8.jpg)\n\nUn\n\nDeux',
    ],
    [
      '[fusion_title size="3"]Titre[/fusion_title][fusion_imageframe link="/a/"]https://exemple.fr/a.jpg[/fusion_imageframe][fusion_text]Un [fusion_highlight]mot[/fusion_highlight].[/fusion_text][fusion_youtube id="abcdefghijk" /]',
      '### Titre\n\n[![](https://exemple.fr/a.jpg)](/a/)\n\nUn mot.\n\n[![Vidéo sur YouTube](https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg)](https://www.youtube.com/watch?v=abcdefghijk)',
    ],
    ['[[gallery]] se voit', '\\[gallery] se voit'],
  ])('translates %j', (content, expected) => {
    expect(markdown(content)).toBe(expected);
    expect(shortcodes(content)).toEqual([]);
  });

  it.each([
    '[sic]',
    '[…]',
    '[1]',
    '[note]',
    '[Photo : Anne]',
    '[citation d’un auteur]',
    'a[i] = b[j]',
    '[x',
    '[source : INSEE]',
  ])('leaves %j alone', (content) => {
    expect(markdown(content).replaceAll('\\', '')).toBe(content);
    expect(shortcodes(content)).toEqual([]);
  });

  it('names others once, and keeps what is in them', () => {
    const content =
      '[contact-form-7 id="1" title="x"] [machin]un [truc a="b"]deux[/truc][/machin] [truc a="c"]';
    expect(markdown(content)).toBe('un deux');
    expect(shortcodes(content)).toEqual(['contact-form-7', 'truc', 'machin']);
  });

  it('shows the words and pictures that others are given, and no look or form', () => {
    const faq = encodeURIComponent('[{"title":"Quand ?","desc":"<p>Demain.</p>","image":"7"}]');
    const content = `[un_titre title="Bonjour" image="8" el_class="grand" background_image="7" position="left"]texte[/un_titre][des_informations rows="${faq}"][contact-form-7 title="Interne"][autre][/autre]`;
    expect(markdown(content)).toBe(
      '![Image 8](https://exemple.fr/8.jpg)\n\n## Bonjour\n\ntexte\n\n## Quand ?\n\nDemain.\n\n![Image 7](https://exemple.fr/7.jpg)',
    );
    expect(shortcodes(content)).toEqual(['un_titre', 'des_informations', 'contact-form-7', 'autre']);
  });

  it.each([
    ['un\n\n[formulaire]\n\ndeux', ['formulaire']],
    ['un<br />\n[plan-du-site]', ['plan-du-site']],
    ['<p>&nbsp;[gravityform 3]</p>', ['gravityform']],
    ['<!-- wp:shortcode -->\n[formulaire]\n<!-- /wp:shortcode -->', ['formulaire']],
    ['[formulaire]\n[plan]', ['formulaire', 'plan']],
    ['[Applaudissements]', []],
    ['un [rires] deux', []],
    ['<p><em>[suite]</em></p>', []],
    ['[suite au prochain épisode]', []],
  ])('names one that stands alone, and keeps it: %j', (content, named) => {
    expect(shortcodes(content)).toEqual(named);
    for (const [written] of content.matchAll(/\[.+?\]/g))
      expect(markdown(content).replaceAll('\\', '')).toContain(written);
  });

  it('takes no longer for brackets without end', () => {
    const texts = [
      '[',
      '[a ',
      '[a "',
      '[a b=c]',
      '[col]',
      '[[a]]',
      '[/col]',
      '<!--',
      '<!-- wp:a ',
      '<!-- wp:a -->',
      '\n ',
      ' ',
    ];
    const lengths = texts.map((text) => markdown(text.repeat(50_000)).length);
    expect(lengths.every((length) => length <= 400_000)).toBe(true);
  });
});

describe('contentToMarkdown of lists in lists', () => {
  it.each(['<ul><li>mot', '<table><tr><td>mot', '<dl><dd>mot'])(
    'reads each once, however deep: %s',
    (open) => {
      const deep = `${open.repeat(40)}\n\n`.repeat(20);
      expect(markdown(deep).split('mot').length).toBe(40 * 20 + 1);
    },
  );
});

describe('textBeforeMore', () => {
  it('is what stands before the mark, as plain text', () => {
    expect(textBeforeMore('<p>Du <b>texte</b></p><!--more--><p>Suite</p>', SOURCE)).toBe('Du texte');
    expect(textBeforeMore('<p>Du texte</p>', SOURCE)).toBeNull();
  });
});
