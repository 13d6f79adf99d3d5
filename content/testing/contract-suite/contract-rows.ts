import type { HostOperations, offeredOperations } from '#desktop/host/operations.ts';
import { type OperationName, operations } from '../../contract/operations.ts';
import { accountCases } from './account-cases.ts';
import type { ContractCase } from './contract-case.ts';
import { historyCases } from './history-cases.ts';
import { imagesCases } from './images-cases.ts';
import { postsCases } from './posts-cases.ts';
import { searchCases } from './search-cases.ts';
import { maintenanceCases, settingsCases } from './settings-cases.ts';
import { syncCases } from './sync-cases.ts';

const A_SERVER_S = 'who is signed in, and what was done, is a server’s: a desktop has one author';
const STREAMED = 'written piece by piece for readers and scripts; the admin does not call it';
const MAINTENANCE = 'a page of the server for sites of the old system';
const UPLOADS = 'signed addresses are for programs that upload from elsewhere';

/** Rows that only HTTP has, each with the reason. */
export const HTTP_ONLY: Readonly<Record<Exclude<OperationName, keyof typeof offeredOperations>, string>> = {
  listPosts: STREAMED,
  getPost: STREAMED,
  getLive: 'asked of a server: whether readers get what a desktop sent',
  searchPosts: 'for readers; the admin has a search of its own table',
  listAllPosts: STREAMED,
  getCapacity: STREAMED,
  exportAll: 'a desktop has the files themselves',
  createImport: 'a desktop reads exports where they are',
  sendImportPart: 'as above',
  initPosts: MAINTENANCE,
  fixImages: MAINTENANCE,
  fixIronman: MAINTENANCE,
  getUser: A_SERVER_S,
  login: A_SERVER_S,
  logout: A_SERVER_S,
  getRegistration: A_SERVER_S,
  register: A_SERVER_S,
  updateProfile: A_SERVER_S,
  changePassword: A_SERVER_S,
  listSessions: A_SERVER_S,
  endSession: A_SERVER_S,
  endAllSessions: A_SERVER_S,
  listApplicationPasswords: A_SERVER_S,
  createApplicationPassword: A_SERVER_S,
  deleteApplicationPassword: A_SERVER_S,
  listAuditEvents: A_SERVER_S,
  createPreviewLink: 'readers open the address, which a server answers',
  listPreviewLinks: 'as above',
  revokePreviewLink: 'as above',
  createObjectUpload: UPLOADS,
  finalizeObjectUpload: UPLOADS,
};

const WITH_THE_WINDOW = 'about windows and dialogs of the system: e2e/desktop';
const COPYING =
  'the first run: e2e/desktop/copy-site.spec.ts, copy-cut.long.spec.ts, copy-github.long.spec.ts';
const TYPED = 'what is typed and not saved: desktop/main/kept-texts, e2e/desktop/kept-text.spec.ts';
const MACHINE = 'settings of one computer: desktop/main/machine.test.ts';
const PUBLISHING =
  'a server publishes with each save: content/service/publishing, e2e/desktop/whole-story.spec.ts';
const IMPORTS =
  'goes on in the background, step by step: content/service/importing, e2e/import.spec.ts, e2e/desktop/import.spec.ts';
const OUTSIDE = 'a server has no files that others change: content/service/outside/outside-edits.test.ts';

/** Calls that only a desktop has, each with the reason and where it is tried. */
export const IPC_ONLY: Readonly<Record<keyof HostOperations, string>> = {
  getStart: WITH_THE_WINDOW,
  chooseFolder: WITH_THE_WINDOW,
  chooseExport: WITH_THE_WINDOW,
  openFolder: WITH_THE_WINDOW,
  showMenu: WITH_THE_WINDOW,
  startClone: COPYING,
  getClone: COPYING,
  cancelClone: COPYING,
  listRepositories: COPYING,
  listKeptTexts: TYPED,
  listDamagedTexts: TYPED,
  keepText: TYPED,
  forgetText: TYPED,
  getMachine: MACHINE,
  changeAuthor: MACHINE,
  changeSpelling: MACHINE,
  changeRemote: MACHINE,
  stopFollowing: MACHINE,
  getPostStages: PUBLISHING,
  getPublishing: PUBLISHING,
  publishPosts: PUBLISHING,
  openSite: WITH_THE_WINDOW,
  showText: 'what the preview shows: e2e/desktop/site-preview.spec.ts',
  getOutside: OUTSIDE,
  lookOutside: OUTSIDE,
  getOutsideSides: OUTSIDE,
  resolveOutside: OUTSIDE,
};

/** Rows without a case here, each with where it is tried. */
export const ELSEWHERE: Readonly<Partial<Record<OperationName, string>>> = {
  exportAll: 'answers an archive, no JSON: server/export/export-route.test.ts',
  listImports: IMPORTS,
  createImport: IMPORTS,
  sendImportPart: 'its body is bytes: server/uploads/import-part.test.ts',
  readImport: IMPORTS,
  getImport: IMPORTS,
  listImportTexts: IMPORTS,
  startImport: IMPORTS,
  stopImport: IMPORTS,
  retryImportPictures: IMPORTS,
  publishImport: IMPORTS,
  undoImport: IMPORTS,
  deleteImport: IMPORTS,
};

const CASES: Readonly<Record<string, readonly ContractCase[]>> = {
  ...postsCases,
  ...searchCases,
  ...historyCases,
  ...imagesCases,
  ...settingsCases,
  ...maintenanceCases,
  ...syncCases,
  ...accountCases,
};

/** Every row with its cases, in the order of the table. */
export const ROWS = Object.entries(operations).map(([name, row]) => ({
  name: name as OperationName, // a key of the table
  row,
  cases: CASES[name] ?? [],
  isHttpOnly: name in HTTP_ONLY,
}));
