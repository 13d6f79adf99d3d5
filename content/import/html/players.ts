/** Something that plays in a page: Markdown has a link for it. */
export interface Player {
  /** Who plays it, for people: « YouTube », or the name of a host. */
  readonly name: string;
  /** Where it is seen by itself. */
  readonly address: string;
  /** What a link to it says where its page does not. */
  readonly title: string;
  readonly picture: string | null;
}

interface Service {
  readonly hosts: RegExp;
  readonly name: string;
  readonly title: string;
  /** The address of its own page, made from the one that is embedded; left out where they are the same. */
  readonly page?: (url: URL) => string | null;
}

const SERVICES: readonly Service[] = [
  {
    hosts: /(?:^|\.)(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/,
    name: 'YouTube',
    title: 'Vidéo sur YouTube',
    page: youtubePage,
  },
  {
    hosts: /(?:^|\.)vimeo\.com$/,
    name: 'Vimeo',
    title: 'Vidéo sur Vimeo',
    page: ({ pathname }) => found(/^\/video\/(\d+)/, pathname, 'https://vimeo.com/'),
  },
  {
    hosts: /(?:^|\.)(?:dailymotion\.com|dai\.ly)$/,
    name: 'Dailymotion',
    title: 'Vidéo sur Dailymotion',
    page: ({ pathname }) => found(/^\/embed\/video\/(\w+)/, pathname, 'https://www.dailymotion.com/video/'),
  },
  {
    hosts: /(?:^|\.)soundcloud\.com$/,
    name: 'SoundCloud',
    title: 'À écouter sur SoundCloud',
    page: ({ searchParams }) => webAddress(searchParams.get('url') ?? ''),
  },
  {
    hosts: /(?:^|\.)spotify\.com$/,
    name: 'Spotify',
    title: 'À écouter sur Spotify',
    page: ({ pathname }) => found(/^\/embed(?:-podcast)?\/(.+)/, pathname, 'https://open.spotify.com/'),
  },
  { hosts: /(?:^|\.)deezer\.com$/, name: 'Deezer', title: 'À écouter sur Deezer' },
  { hosts: /(?:^|\.)(?:twitter\.com|x\.com)$/, name: 'X (Twitter)', title: 'Message sur X (Twitter)' },
  { hosts: /(?:^|\.)instagram\.com$/, name: 'Instagram', title: 'Publication sur Instagram' },
  { hosts: /(?:^|\.)(?:facebook\.com|fb\.watch)$/, name: 'Facebook', title: 'Publication sur Facebook' },
  { hosts: /(?:^|\.)tiktok\.com$/, name: 'TikTok', title: 'Vidéo sur TikTok' },
  { hosts: /(?:^|\.)ted\.com$/, name: 'TED', title: 'Conférence TED' },
  { hosts: /(?:^|\.)slideshare\.net$/, name: 'SlideShare', title: 'Présentation sur SlideShare' },
  { hosts: /(?:^|\.)(?:flickr\.com|flic\.kr)$/, name: 'Flickr', title: 'Photo sur Flickr' },
  { hosts: /^(?:www\.|maps\.)?google\.[a-z.]{2,6}$/, name: 'Google', title: 'Carte ou page de Google' },
  { hosts: /(?:^|\.)openstreetmap\.org$/, name: 'OpenStreetMap', title: 'Carte sur OpenStreetMap' },
  { hosts: /^gist\.github\.com$/, name: 'GitHub', title: 'Code sur GitHub' },
  { hosts: /(?:^|\.)codepen\.io$/, name: 'CodePen', title: 'Code sur CodePen' },
  { hosts: /^asciinema\.org$/, name: 'asciinema', title: 'Session de terminal sur asciinema' },
];

/** The player that an embedded address is of; null when it is no address of the web. */
export function playerOf(embedded: string): Player | null {
  const address = webAddress(embedded);
  if (address === null) return null;
  const url = new URL(address);
  const service = SERVICES.find(({ hosts }) => hosts.test(url.hostname));
  if (service === undefined) {
    return { name: url.hostname, address, title: `À voir sur ${url.hostname}`, picture: null };
  }
  const page = service.page?.(url) ?? address;
  return { name: service.name, address: page, title: service.title, picture: pictureOf(page) };
}

/** By what a mark of a template begins with, where what it names is seen by itself, and how that is named. */
const NAMED: readonly { readonly mark: RegExp; readonly id: RegExp; readonly page: string }[] = [
  { mark: /^youtube/i, id: /^[\w-]{6,40}$/, page: 'https://www.youtube.com/watch?v=' },
  { mark: /^vimeo/i, id: /^\d[\w/]*$/, page: 'https://vimeo.com/' },
  { mark: /^dailymotion/i, id: /^\w+$/, page: 'https://www.dailymotion.com/video/' },
  { mark: /^wpvideo/i, id: /^\w+$/, page: 'https://videopress.com/v/' },
  { mark: /^instagram/i, id: /^[\w-]+$/, page: 'https://www.instagram.com/p/' },
  { mark: /^gist/i, id: /^[\w-]+(?:\/\w+)?$/, page: 'https://gist.github.com/' },
  { mark: /^(?:tweet|twitter|x$)/i, id: /^\d+$/, page: 'https://x.com/i/status/' },
];

/**
 * The page of what a shortcode, a tag or a component plays, by its name and by the first of what it is given that names such a thing; null
 * for one that plays nothing.
 */
export function playedByMark(mark: string, given: readonly (string | null)[]): string | null {
  const service = NAMED.find((one) => one.mark.test(mark));
  if (service === undefined) return null;
  const written = given.flatMap((value) => value?.trim() ?? []);
  const address = written.find((value) => webAddress(value) !== null);
  const id = written.find((value) => service.id.test(value));
  return address ?? (id === undefined ? null : service.page + id);
}

/** The page of what a script shows in its place, by its address; null where it shows nothing that we know. */
export function playedByScript(src: string): string | null {
  return found(
    /^(?:https?:)?\/\/((?:gist\.github\.com|asciinema\.org\/a)\/[\w/-]+)\.js(?:\?|$)/,
    src.trim(),
    'https://',
  );
}

/** Whether an address, alone on its line, is one that WordPress and Ghost show as a player. */
export function isPlayed(address: string): boolean {
  const web = webAddress(address);
  return web !== null && SERVICES.some(({ hosts }) => hosts.test(new URL(web).hostname));
}

function webAddress(written: string): string | null {
  const address = written.trim().replace(/^\/\//, 'https://');
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
}

const VIDEO_ID = /^[\w-]{6,20}$/;

function youtubePage({ hostname, pathname, searchParams }: URL): string | null {
  const last = /([^/]+)\/*$/.exec(pathname)?.[1] ?? '';
  const list = searchParams.get('list');
  const id =
    hostname === 'youtu.be' || /^\/(?:embed|v|shorts|live)\//.test(pathname) ? last : searchParams.get('v');
  if (id !== null && VIDEO_ID.test(id) && id !== 'videoseries')
    return `https://www.youtube.com/watch?v=${id}`;
  return list === null ? null : `https://www.youtube.com/playlist?list=${encodeURIComponent(list)}`;
}

function pictureOf(page: string): string | null {
  return found(
    /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]+)$/,
    page,
    'https://i.ytimg.com/vi/',
    '/hqdefault.jpg',
  );
}

function found(pattern: RegExp, text: string, before: string, after = ''): string | null {
  const part = pattern.exec(text)?.[1];
  return part === undefined ? null : `${before}${part}${after}`;
}
