/** Words that say nothing of what a text is about, as `fold` writes them. They are neither indexed nor looked for. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a afin ai ainsi alors apres as assez au aucun aucune aujourd aujourdhui aupres auquel aussi autre autres aux avait avant avec avez
  avoir avons ayant beaucoup bien bon c car ce ceci cela celle celles celui cependant ces cet cette ceux chaque chez ci
  combien comme comment contre d dans de deja depuis des desormais dessous dessus devrait dit dois doit donc dont du durant
  elle elles en encore enfin ensuite entre es est et etaient etait etant etat ete etes etre eu eux fait faire fais faut fois
  font hui il ils j je jusqu jusque juste l la laquelle le lequel les lesquels leur leurs lorsqu lorsque lui m ma mais me
  meme memes mes mieux moins mon n ne ni non nos notre nous on ont ou oui par parce parfois parmi pas pendant peu peut
  peuvent peux plus plusieurs plutot pour pourquoi pourtant pouvez pouvoir presque pu puis puisqu puisque qu quand que quel
  quelle quelles quelqu quels quelque quelques qui quoi quoique rien s sa sans se selon sera serait ses seulement si sien
  soient soit sommes son sont sous souvent suis sur surtout t ta tandis tant te tel telle tellement tels tes ton toujours
  tous tout toute toutes tres trop tu un une va vers veut veux voici voila vont vos votre vous vraiment vu y`.split(
    /\s+/,
  ),
);

/** Whether a folded word is one of those, or a letter that stands alone. */
export function isStopWord(folded: string): boolean {
  return STOP_WORDS.has(folded) || (folded.length === 1 && !/[0-9]/.test(folded));
}
