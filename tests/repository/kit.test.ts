import { expect, it } from 'vitest';
import { projectFiles, read } from './project-files.ts';

it('keeps pressed states and movement in the kit and the shell', () => {
  const styles = projectFiles.filter((file) => /^src\/(features|entities)\/.*\.css$/.test(file));
  const moving = styles.filter((file) =>
    /\btransition\b|:active|@keyframes|\banimation\b/.test(read(file)),
  );
  expect(moving).toEqual([]);
});
