import ts from 'typescript';
import { expect, it } from 'vitest';
import { codeFiles, read } from './project-files.ts';

const LONGEST = 100;
/** Vowels and tones of Lao stand over or under their letter and take no room. */
const width = (line: string) => line.replaceAll(/\p{M}/gu, '').length;

const isText = (node: ts.Node) =>
  ts.isStringLiteral(node) ||
  ts.isTemplateLiteral(node) ||
  ts.isRegularExpressionLiteral(node) ||
  ts.isJsxText(node);

/** The lines, from 0, that hold a string, a template, a pattern or words of JSX. */
function linesOfText(file: string, code: string): Set<number> {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest);
  const lines = new Set<number>();
  const visit = (node: ts.Node) => {
    if (isText(node)) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const last = source.getLineAndCharacterOfPosition(node.end).line;
      for (let line = first; line <= last; line += 1) lines.add(line);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

// Prettier breaks code at 100 columns, but neither comments nor anything inside quotes.
it('has no line over 100 columns outside strings, templates and patterns', () => {
  const tooLong = codeFiles.flatMap((file) => {
    const code = read(file);
    const long = code.split('\n').flatMap((line, index) => (width(line) > LONGEST ? [index] : []));
    if (long.length === 0) return [];
    const text = linesOfText(file, code);
    return long.filter((line) => !text.has(line)).map((line) => `${file}:${line + 1}`);
  });
  expect(tooLong).toEqual([]);
});
