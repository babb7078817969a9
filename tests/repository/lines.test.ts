import { expect, it } from 'vitest';
import { projectFiles, read } from './project-files.ts';

it('lets no line of a screen end in the dot between two facts', () => {
  const shown = projectFiles.filter((file) =>
    /^(?:src|public\/locales)\/.*\.(?:tsx?|json)$/.test(file),
  );
  expect(shown.filter((file) => read(file).includes(' · '))).toEqual([]);
});
