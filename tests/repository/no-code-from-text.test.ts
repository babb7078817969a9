import { expect, it } from 'vitest';
import { codeFiles, read } from './project-files.ts';

/** Ways to run a text as code, or to show it as HTML. */
const RUNS_TEXT =
  /\b(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|srcdoc|createContextualFragment)\b|\bdocument\.write|\beval\(|\bnew Function\(|javascript:/;

it('shows no text as HTML and runs no text as code', () => {
  const product = codeFiles.filter((file) => /^(contract|server|src|sw)\//.test(file));
  expect(product.length).toBeGreaterThan(500);
  expect(product.filter((file) => RUNS_TEXT.test(read(file)))).toEqual([]);
});
