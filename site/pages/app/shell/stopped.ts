/** What stands where an app page failed. Built by hand: React is what failed. */
export function showStopped(root: HTMLElement): void {
  const title = document.createElement('h1');
  title.textContent = 'Une erreur est survenue';
  const text = document.createElement('p');
  text.textContent = 'Cette page s’est arrêtée. Le texte en cours est gardé dans ce navigateur.';
  const button = document.createElement('button');
  button.className = 'button button-gold';
  button.textContent = 'Recharger la page';
  button.addEventListener('click', () => location.reload());
  const main = document.createElement('div');
  main.className = 'wrap message stopped';
  main.append(title, text, button);
  root.replaceChildren(main);
}
