// Stands for libraries of libraries of which nothing that we use calls anything (server-programs.mjs, NEVER_CALLED).
function refuse() {
  throw new Error('this part of a library was taken for one that is never called');
}

module.exports = Object.assign(refuse, { parse: refuse, safeLoad: refuse, safeDump: refuse });
