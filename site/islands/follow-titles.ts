/** How far down the screen a title is when its section begins to be read, as a part of its height. */
const READING_LINE = 0.35;

/**
 * Marks in the table of contents the section that is being read: the last whose title passed the line of reading, or the one a
 * reader asked for as long as its title is above that line, however short it is.
 */
export function followTitles(page: Window): void {
  const links = [...page.document.querySelectorAll<HTMLAnchorElement>('[data-contents] a')];
  const titles = links.map((link) => page.document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const update = (): void => {
    const line = page.innerHeight * READING_LINE;
    const tops = titles.map((title) => title?.getBoundingClientRect().top ?? line);
    const asked = titles.indexOf(page.document.querySelector(':target'));
    const top = tops[asked] ?? -1;
    const current = top >= 0 && top < line ? asked : tops.findLastIndex((one) => one < line);
    for (const [index, link] of links.entries()) {
      if (index === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  // Asked only when a title crosses the line, however far it jumps, and where things are is known then.
  const observer = new IntersectionObserver(update, {
    rootMargin: `1000000px 0px -${100 - 100 * READING_LINE}% 0px`,
  });
  for (const title of titles) if (title !== null) observer.observe(title);
  page.addEventListener('hashchange', update);
}
