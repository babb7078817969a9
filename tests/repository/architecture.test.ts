import { expect, it } from 'vitest';
import { drawing } from '#scripts/architecture-drawing.ts';
import { read } from './project-files.ts';

it('shows the server in docs/architecture.svg as it is', () => {
  expect(read('docs/architecture.svg'), 'run npm run draw:architecture and look at it').toBe(
    drawing(),
  );
});
