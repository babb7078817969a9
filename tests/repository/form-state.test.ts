import { expect, it } from 'vitest';
import { projectFiles, read } from './project-files.ts';

it('reads the errors of a form by useFormState, which draws a part again when they change', () => {
  // The state of `useFormContext` only changes when the whole form is drawn again.
  const stale = projectFiles
    .filter((file) => /^src\/.*\.tsx?$/.test(file))
    .filter((file) => /\{[^{}]*\bformState\b[^{}]*\} = useFormContext/.test(read(file)));
  expect(stale).toEqual([]);
});
