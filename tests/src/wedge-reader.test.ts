import { expect, it } from 'vitest';
import { wedgeReader, type Keystroke } from '#src/components/scan/wedge-reader.ts';

const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false };
/** The characters that a Lao keyboard writes for the keys of the digits. */
const LAO = 'ຂຢຟໂຖຸູຄຕຈ';

type Typed = Partial<Keystroke> & { code: string };
const lao = (digits: string): Typed[] =>
  Array.from(digits, (digit) => ({ code: `Digit${digit}`, key: LAO[Number(digit)] ?? '' }));
const ENTER: Typed = { code: 'Enter', key: 'Enter' };

/** The codes read from keys that follow each other after `gap` ms. */
function codesOf(keys: readonly Typed[], gap = 20): string[] {
  const take = wedgeReader();
  return keys.flatMap((typed, at) => {
    const reading = take({ key: '', timeStamp: at * gap, ...none, ...typed });
    return reading.kind === 'code' ? [reading.code] : [];
  });
}

it('reads the digits that a scanner meant on a Lao keyboard', () => {
  expect(codesOf([...lao('8851234002184'), ENTER])).toEqual(['8851234002184']);
  expect(codesOf([...lao('9781107451223'), { code: 'Tab', key: 'Tab' }])).toEqual([
    '9781107451223',
  ]);
});

it('reads capitals, dashes and the digits of a number pad', () => {
  const shift = { code: 'ShiftLeft', key: 'Shift' };
  const keys = [
    shift,
    { code: 'KeyB', shiftKey: true },
    { code: 'KeyK', shiftKey: true },
    { code: 'Minus' },
  ];
  expect(
    codesOf([
      ...keys,
      { code: 'KeyX' },
      { code: 'Numpad7' },
      { code: 'NumpadEnter', key: 'Enter' },
    ]),
  ).toEqual(['BK-x7']);
});

it('reads keys without a place, as Android reports those of some scanners', () => {
  expect(codesOf([...Array.from('AB-12', (key) => ({ code: '', key })), ENTER])).toEqual(['AB-12']);
});

it('takes nothing that a person typed for a code', () => {
  expect(codesOf([...lao('8851234002184'), ENTER], 101)).toEqual([]);
  expect(codesOf([...lao('8851234002184'), ENTER], 100)).toEqual(['8851234002184']);
  expect(codesOf([...lao('12'), ENTER])).toEqual([]);
  expect(codesOf([...lao('123'), { code: 'KeyC', ctrlKey: true }, ENTER])).toEqual([]);
  expect(
    codesOf([{ code: 'Digit1' }, ...lao('11').map((key) => ({ ...key, repeat: true })), ENTER]),
  ).toEqual([]);
});

it('reads one code after the other, and only its own keys', () => {
  expect(
    codesOf([
      { code: 'ArrowDown', key: 'ArrowDown' },
      ...lao('123'),
      ENTER,
      ...lao('45678'),
      ENTER,
      ENTER,
    ]),
  ).toEqual(['123', '45678']);
});
