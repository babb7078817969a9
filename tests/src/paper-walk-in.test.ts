import { expect, it } from 'vitest';
import en from '#locales/desk.json' with { type: 'json' };
import lo from '#lao-locales/desk.json' with { type: 'json' };
import { paperWords } from '#src/entities/paper/paper-words.ts';

it('papers know the name that the desk gives to a buyer without one', () => {
  expect([lo.who.walkIn, en.who.walkIn]).toEqual(paperWords.walkIn);
});
