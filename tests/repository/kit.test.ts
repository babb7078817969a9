import { expect, it } from 'vitest';
import { projectFiles, read } from './project-files.ts';

const debts = JSON.parse(read('kit-debts.json')) as string[];
const MOST_DEBTS = 22;
const OLD_LOOK = /'#src\/theme\/(controls|plain-dialog)\.module\.css'/;
const CHAKRA = /'@(chakra-ui|emotion)\/|'#src\/theme\/chakra\.tsx'/;

it('excuses only screens that still draw without the kit', () => {
  const paid = debts.filter((file) => {
    if (!projectFiles.includes(file)) return true;
    const text = read(file);
    return !OLD_LOOK.test(text) && !(CHAKRA.test(text) && !file.startsWith('src/components/'));
  });
  expect(paid, 'These use the kit now: remove them from kit-debts.json.').toEqual([]);
  expect(debts).toEqual([...new Set(debts)].toSorted());
  expect(debts.length, 'kit-debts.json only gets shorter.').toBeLessThanOrEqual(MOST_DEBTS);
});

it('keeps pressed states and movement in the kit and the shell', () => {
  const styles = projectFiles.filter((file) => /^src\/(features|entities)\/.*\.css$/.test(file));
  const moving = styles.filter((file) =>
    /\btransition\b|:active|@keyframes|\banimation\b/.test(read(file)),
  );
  expect(moving).toEqual([]);
});
