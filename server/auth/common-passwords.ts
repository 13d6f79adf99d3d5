/** Words most passwords are made of, in France and elsewhere: folded, letters only. */
export const COMMON_WORDS: readonly string[] = [
  ...['motdepasse', 'monmotdepasse', 'password', 'passwort', 'passe', 'secret', 'changeme', 'letmein'],
  ...['azertyuiop', 'azerty', 'qwertyuiop', 'qwerty', 'qwertz', 'wxcvbn', 'qsdfghjklm', 'asdfghjkl'],
  ...['administrateur', 'administrator', 'administration', 'admin', 'root', 'utilisateur', 'user', 'test'],
  ...['bonjour', 'bienvenue', 'welcome', 'hello', 'coucou', 'salut', 'iloveyou', 'jetaime'],
  ...['soleil', 'sunshine', 'princesse', 'princess', 'doudou', 'chouchou', 'loulou', 'nicolas', 'camille'],
  ...['marseille', 'paris', 'france', 'football', 'superman', 'batman', 'pokemon', 'starwars', 'dragon'],
  ...['monkey', 'master', 'trustno', 'whatever', 'computer', 'ordinateur', 'internet', 'samsung', 'google'],
  ...['encrier', 'monsite', 'monblog', 'website', 'ironman', 'liberte', 'egalite', 'fraternite', 'abc'],
];

/** Rows of keys and of the alphabet; a password that follows one of them, either way, is known to every list. */
export const SEQUENCES: readonly string[] = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertyuiopasdfghjklzxcvbnm',
  '1a2z3e4r5t6y7u8i9o0p',
  '1q2w3e4r5t6y7u8i9o0p',
];
