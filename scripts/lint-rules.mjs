// The one rule of the house that oxlint does not know (CONTRIBUTING.md, House rules, in short).

const onlyErrors = {
  create: (context) => ({
    ClassDeclaration(node) {
      if (/Error$/.test(node.superClass?.name ?? '')) return;
      context.report({
        node,
        message: 'State lives in closures; only errors are classes (CONTRIBUTING.md).',
      });
    },
  }),
};

export default { meta: { name: 'encrier' }, rules: { 'only-errors-are-classes': onlyErrors } };
