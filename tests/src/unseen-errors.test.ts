import { beforeAll, expect, test, vi } from 'vitest';
import { unseenErrors } from '#src/components/form/unseen-errors.ts';

beforeAll(() => void vi.stubGlobal('document', { documentElement: { lang: 'en' } }));

const word = (label: string) => ({ label, show: String });
const descriptions = new Map([
  ['name', word('Name')],
  ['branchId', word('Branch')],
]);

/** The part of a form that is asked: whether it marks a bad field, and its text. */
const formWith = (textContent: string, isMarked: boolean) =>
  ({ querySelector: () => (isMarked ? {} : null), textContent }) as unknown as HTMLElement;

const required = { type: 'custom', message: 'required' };

test('names a hidden field beside a bad field with the same text', () => {
  expect(
    unseenErrors(
      formWith('Name Required', true),
      { name: required, branchId: required },
      { descriptions, drawn: new Set(['name']) },
    ),
  ).toBe('Branch: Required');
});

test('leaves out a drawn field, which may word its error in another way', () => {
  expect(
    unseenErrors(
      formWith('Name Write it like 17', true),
      { name: { type: 'custom', message: 'invalid' } },
      { descriptions, drawn: new Set(['name']) },
    ),
  ).toBe('');
});

test('gives the text of a field that the form has never drawn, once', () => {
  const refused = { type: 'server', message: 'Choose a class' };
  expect(
    unseenErrors(
      formWith('Name', false),
      { other: refused, another: refused },
      { descriptions, drawn: new Set(['name']) },
    ),
  ).toBe('Choose a class');
});
