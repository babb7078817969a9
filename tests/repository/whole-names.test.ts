import ts from 'typescript';
import { expect, it } from 'vitest';
import { codeFiles, read } from './project-files.ts';

// Lao is written without spaces, and a browser breaks its lines between any two syllables. A name
// of a person only breaks between its words, which is what the kit's `WholeWords` is for.
const namers = ['personName', 'currentName', 'payerNameIn', 'currentPayerName', 'useCalled'];
const hooks = ['usePersonName', 'usePayerName', 'useCalled'];
/** Elements that take plain text only, or whose text is not seen. */
const plain = ['option', 'legend', 'Unseen'];

/** A file without one of these names nobody. */
const NAMING = new RegExp(
  String.raw`\b(?:${[...namers, ...hooks].join('|')}|(?:payer|first|last)Name)`,
);

type Known = { namers: Set<string>; names: Set<string> };

const isCallOf = (node: ts.Node, called: (name: string) => boolean): boolean =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && called(node.expression.text);
const isHook = (node: ts.Node): boolean => isCallOf(node, (name) => hooks.includes(name));

function isName(node: ts.Node, known: Known): boolean {
  if (ts.isIdentifier(node)) return known.names.has(node.text);
  if (ts.isTemplateExpression(node))
    return node.templateSpans.some(({ expression }) => isName(expression, known));
  if (ts.isPropertyAccessExpression(node)) return /^(payer|first|last)Name/.test(node.name.text);
  return (
    isCallOf(node, (name) => known.namers.has(name)) ||
    (ts.isCallExpression(node) && isHook(node.expression))
  );
}

/** The functions of a file that name people, and the constants that hold such names. */
function knownOf(source: ts.SourceFile): Known {
  const known: Known = { namers: new Set(namers), names: new Set() };
  const learn = (name: ts.Node, value: ts.Node) => {
    if (!ts.isIdentifier(name)) return;
    if (isHook(value)) known.namers.add(name.text);
    else if (isName(value, known)) known.names.add(name.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer) {
      learn(node.name, node.initializer);
      if (ts.isArrayBindingPattern(node.name) && ts.isArrayLiteralExpression(node.initializer))
        for (const [at, value] of node.initializer.elements.entries()) {
          const element = node.name.elements[at];
          if (element && ts.isBindingElement(element)) learn(element.name, value);
        }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return known;
}

/** The names of people that stand as bare text of an element, each with its line. */
function bareNames(file: string): string[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const known = knownOf(source);
  const found: string[] = [];
  const check = (node: ts.Expression): void => {
    if (ts.isParenthesizedExpression(node)) check(node.expression);
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(check);
    else if (ts.isBinaryExpression(node)) [node.left, node.right].forEach(check);
    else if (isName(node, known)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1} ${node.getText()}`);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && plain.includes(node.openingElement.tagName.getText())) return;
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent))
      check(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it('shows names of people in words that do not break', () => {
  const screens = codeFiles.filter(
    (file) => /^src\/.*\.tsx$/.test(file) && NAMING.test(read(file)),
  );
  expect(screens.flatMap(bareNames)).toEqual([]);
});
