// The rules of the house that oxlint does not know (CONTRIBUTING.md, House rules, in short).

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

const noSpreadLiteral = {
  create: (context) => ({
    SpreadElement(node) {
      if (node.argument.type !== 'ObjectExpression') return;
      context.report({
        node,
        message:
          'Write the properties out: through a spread nobody checks that they are known (CONTRIBUTING.md).',
      });
    },
  }),
};

export default {
  meta: { name: 'encrier' },
  rules: { 'only-errors-are-classes': onlyErrors, 'no-spread-literal': noSpreadLiteral },
};
