import { stat } from 'node:fs/promises';
import { hash } from 'bcryptjs';
import { accountOperations } from '#content/contract/account-operations.ts';
import { passwordsOf } from './auth/application-passwords.ts';
import { BCRYPT_COST, normalizePassword, passwordFault } from './auth/passwords.ts';
import { removeFirstCode } from './auth/registration.ts';
import { makeReadableCode } from './auth/secrets.ts';
import { addUser, findByName, newUser, refuseTaken, updateUser, withPassword } from './auth/users.ts';
import { refuseHalfRestored } from './data/data-folder.ts';
import { ExplainedError, explained } from './data/explained.ts';
import { openState, type State } from './data/state.ts';

const USAGE = [
  'Usage\u00a0: npm run user -- list',
  '        npm run user -- add NOM [--generate]      ajoute un administrateur',
  '        npm run user -- reset NOM [--generate]    change son mot de passe et ferme ses sessions',
  '--generate fabrique le mot de passe et l’affiche. Le serveur peut tourner ou non.',
].join('\n');

export interface UserCommand {
  /** What follows the command's name. */
  readonly words: readonly string[];
  readonly dataDir: () => string;
  /** Null when the person gave up. */
  readonly askNewPassword: () => Promise<string | null>;
  readonly say: (line: string) => void;
  /** bcrypt's cost; tests take a low one. */
  readonly bcryptCost?: number;
}

/** The operator's way in: lists, adds and resets users. Answers the exit code; explains itself in French. */
export async function userCommand(command: UserCommand): Promise<number> {
  return explained(command.say, () => run(command));
}

async function run(command: UserCommand): Promise<number> {
  const [verb, name, ...rest] = command.words.filter((word) => word !== '--generate');
  const isKnown = verb === 'list' ? name === undefined : verb === 'add' || verb === 'reset';
  if (!isKnown || rest.length > 0 || (verb !== 'list' && name === undefined)) {
    command.say(USAGE);
    return 2;
  }
  const state = await openFolder(command);
  try {
    if (verb === 'list' || name === undefined) return await list(state, command);
    return await (verb === 'add' ? add({ state, name }, command) : reset({ state, name }, command));
  } finally {
    state.close();
  }
}

async function openFolder({ dataDir, say }: UserCommand): Promise<State> {
  const folder = dataDir();
  const isFolder = await stat(folder)
    .then((entry) => entry.isDirectory())
    .catch(() => false);
  if (!isFolder)
    throw new ExplainedError(
      `Le dossier ${folder} (DATA_DIR) n’existe pas\u00a0: démarrez d’abord le serveur.`,
    );
  await refuseHalfRestored(folder);
  // What is wrong with it is said below.
  const state = await openState({ dataDir: folder, onError: () => undefined, say });
  const trouble = state.trouble();
  if (trouble === null) return state;
  state.close();
  throw new ExplainedError(`${trouble.reason} ${trouble.remedy}`);
}

async function list(state: State, { say }: UserCommand): Promise<number> {
  const { users } = await state.known();
  for (const { username, displayName, createdAt } of users) {
    say(`${username}\t${displayName}\tdepuis le ${createdAt.slice(0, 10)}`);
  }
  if (users.length === 0) say('Aucun administrateur\u00a0: le serveur affiche un code au démarrage.');
  return 0;
}

interface Named {
  readonly state: State;
  readonly name: string;
}

async function add({ state, name }: Named, command: UserCommand): Promise<number> {
  const username = accountOperations.register.input.shape.username.safeParse(name);
  if (!username.success) {
    command.say(
      `Le nom «\u00a0${name}\u00a0» ne convient pas\u00a0: lettres, chiffres, espaces et . _ @ - seulement.`,
    );
    return 1;
  }
  const user = { username: username.data, displayName: '', email: '', now: Date.now() };
  // Refused before a password is asked for.
  refuseTaken((await state.known()).users, username.data);
  const passwordHash = await choosePassword(username.data, command);
  if (passwordHash === null) return 1;
  await state.change((tables) => addUser(tables, newUser({ ...user, passwordHash })));
  await removeFirstCode(command.dataDir());
  command.say(`L’administrateur «\u00a0${username.data}\u00a0» est ajouté.`);
  return 0;
}

async function reset({ state, name }: Named, command: UserCommand): Promise<number> {
  const user = findByName((await state.known()).users, name);
  if (user === null) {
    command.say(`Aucun administrateur ne s’appelle «\u00a0${name}\u00a0».`);
    return 1;
  }
  const passwordHash = await choosePassword(user.username, command);
  if (passwordHash === null) return 1;
  await updateUser(state, user.id, (now, tables) => {
    for (const { id } of passwordsOf(tables, now.id)) tables.applicationPasswords.remove(id);
    return withPassword(now, passwordHash);
  });
  command.say(
    `Le mot de passe de «\u00a0${user.username}\u00a0» est changé\u00a0; ses sessions sont fermées, ses mots de passe d’application ne valent plus rien.`,
  );
  return 0;
}

/** The hash of a password asked for or made; null, with the reason said, when there is none. */
async function choosePassword(username: string, command: UserCommand): Promise<string | null> {
  const { words, say, askNewPassword, bcryptCost = BCRYPT_COST } = command;
  const isMade = words.includes('--generate');
  const password = isMade ? makeReadableCode(5) : await askNewPassword();
  if (password === null) return null;
  const fault = passwordFault(password, username);
  if (fault !== null) {
    say(fault);
    return null;
  }
  const passwordHash = await hash(normalizePassword(password), bcryptCost);
  if (isMade) say(`Mot de passe\u00a0: ${password}`);
  return passwordHash;
}
