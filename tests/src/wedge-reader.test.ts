import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wedgeReader, type Keystroke } from '#src/components/scan/wedge-reader.ts';

const none = {
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  isComposing: false,
};
/** The characters that a Lao keyboard writes for the keys of the digits. */
const LAO = 'ຂຢຟໂຖຸູຄຕຈ';

type Typed = Partial<Keystroke> & { code: string };
const lao = (digits: string): Typed[] =>
  Array.from(digits, (digit) => ({ code: `Digit${digit}`, key: LAO[Number(digit)] ?? '' }));
const ENTER: Typed = { code: 'Enter', key: 'Enter' };

type Times = {
  gap?: number;
  /** The time before the last key. */
  end?: number;
  isInBox?: boolean;
};

/** The codes read from keys that follow each other after `gap` ms. */
function codesOf(keys: readonly Typed[], { gap = 20, end = gap, isInBox = false }: Times = {}) {
  const take = wedgeReader();
  return keys.flatMap((typed, at) => {
    const timeStamp = at === keys.length - 1 ? (at - 1) * gap + end : at * gap;
    const reading = take({ key: '', timeStamp, ...none, ...typed }, isInBox);
    return reading.kind === 'code' ? [reading.code] : [];
  });
}

describe('a code', () => {
  it('is read from the digits that a scanner meant on a Lao keyboard', () => {
    expect(codesOf([...lao('8851234002184'), ENTER])).toEqual(['8851234002184']);
    expect(codesOf([...lao('9781107451223'), { code: 'Tab', key: 'Tab' }])).toEqual([
      '9781107451223',
    ]);
  });

  it('has capitals, dashes, spaces and the digits of a number pad', () => {
    const shift = { code: 'ShiftLeft', key: 'Shift' };
    const keys = [
      shift,
      { code: 'KeyB', shiftKey: true },
      { code: 'KeyK', shiftKey: true },
      { code: 'Minus' },
      { code: 'KeyX' },
      { code: 'Space', key: ' ' },
      { code: 'Numpad7' },
      { code: 'NumpadEnter', key: 'Enter' },
    ];
    expect(codesOf(keys)).toEqual(['BK-x 7']);
    expect(codesOf(keys, { isInBox: true })).toEqual(['BK-x 7']);
  });

  it('is read from keys without a place, as Android reports those of some scanners', () => {
    const keys = (signs: string) => Array.from(signs, (key) => ({ code: '', key }));
    expect(codesOf([...keys('AB-12'), ENTER])).toEqual(['AB-12']);
    expect(codesOf([...keys('໙໖໓໘'), ENTER])).toEqual(['9638']);
    expect(codesOf([...keys('๙๖๓๘'), ENTER])).toEqual(['9638']);
  });

  it('outside of boxes has at least 3 keys and at most 100 ms between them', () => {
    expect(codesOf([...lao('8851234002184'), ENTER], { gap: 101 })).toEqual([]);
    expect(codesOf([...lao('8851234002184'), ENTER], { gap: 100 })).toEqual(['8851234002184']);
    expect(codesOf([...lao('12'), ENTER])).toEqual([]);
    expect(codesOf([...lao('123'), { code: 'KeyC', ctrlKey: true }, ENTER])).toEqual([]);
    expect(
      codesOf([{ code: 'Digit1' }, ...lao('11').map((key) => ({ ...key, repeat: true })), ENTER]),
    ).toEqual([]);
  });

  it('has only its own keys, and one code may follow the other', () => {
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
});

describe('in a box', () => {
  const isInBox = true;
  const code = '96385074';

  it.each([1, 5, 20, 30])('takes keys every %i ms for a scan', (gap) => {
    expect(codesOf([...lao(code), ENTER], { gap, isInBox })).toEqual([code]);
    expect(codesOf([...lao(code), ENTER], { gap, end: 60, isInBox })).toEqual([code]);
  });

  it('takes slow, short and unfinished keys for typing', () => {
    expect(codesOf([...lao(code), ENTER], { gap: 45, isInBox })).toEqual([]);
    expect(codesOf([...lao(code), ENTER], { gap: 31, end: 1, isInBox })).toEqual([]);
    expect(codesOf([...lao('500'), ENTER], { gap: 25, isInBox })).toEqual([]);
    expect(codesOf([...lao('50000'), ENTER], { gap: 5, isInBox })).toEqual([]);
    expect(codesOf([...lao(code), ENTER], { gap: 13, end: 61, isInBox })).toEqual([]);
    expect(codesOf(lao(code), { gap: 5, isInBox })).toEqual([]);
  });

  it('takes keys that nobody types as fast for a scan, also with a late Enter', () => {
    expect(codesOf([...lao(code), ENTER], { gap: 12, end: 100, isInBox })).toEqual([code]);
    expect(codesOf([...lao('1234567'), ENTER], { gap: 5, end: 61, isInBox })).toEqual([]);
  });

  it('takes held keys, shortcuts and composed letters for typing', () => {
    const held = lao('11111111').map((key, at) => ({ ...key, repeat: at > 0 }));
    expect(codesOf([...held, ENTER], { isInBox })).toEqual([]);
    const composed = lao(code).map((key) => ({ ...key, isComposing: true }));
    expect(codesOf([...composed, ENTER], { isInBox })).toEqual([]);
    const paste = { code: 'KeyV', key: 'v', ctrlKey: true };
    expect(codesOf([paste, ENTER], { isInBox, gap: 1 })).toEqual([]);
  });

  it('begins the code after the keys that somebody typed before', () => {
    const take = wedgeReader();
    const keys = [...lao('5'), ...lao(code), ENTER];
    const kinds = keys.map((typed, at) =>
      take({ key: '', timeStamp: at * 5 + (at > 0 ? 80 : 0), ...none, ...typed }, isInBox),
    );
    expect(kinds.slice(0, 3).map(({ kind }) => kind)).toEqual(['first', 'first', 'more']);
    expect(kinds.at(-1)).toEqual({ kind: 'code', code, from: 0 });
  });

  /** The last reading of keys that follow each other after these times. */
  const lastOf = (digits: string, gaps: readonly number[]) => {
    const take = wedgeReader();
    let timeStamp = 0;
    return [...lao(digits), ENTER].map((typed, at) => {
      timeStamp += gaps[at] ?? 0;
      return take({ key: '', timeStamp, ...none, ...typed }, isInBox);
    });
  };
  const EAN13 = '8851234002184';
  const late = (length: number, every: number, at: readonly number[], ms: number) =>
    Array.from({ length: length + 1 }, (_gap, key) => (at.includes(key) ? ms : every));

  it.each([1, 5, 20])('takes a whole code with a gap of %i ms and one late key', (gap) => {
    for (const ms of [31, 35, 50])
      for (const at of [1, 4, 7]) {
        const read = { kind: 'code', code, from: 0 };
        expect(lastOf(code, late(code.length, gap, [at], ms)).at(-1)).toEqual(read);
      }
    const long = `${EAN13}4321`;
    expect(lastOf(long, late(long.length, gap, [3, 12], 40)).at(-1)).toMatchObject({ code: long });
  });

  it('takes more late keys than one in eight, or later ones, for typing', () => {
    expect(lastOf(code, late(code.length, 20, [3, 5], 35)).at(-1)).toEqual({ kind: 'none' });
    expect(lastOf(code, late(code.length, 20, [4], 51)).at(-1)).toEqual({ kind: 'none' });
    expect(lastOf('123456', late(6, 20, [3], 35)).at(-1)).toEqual({ kind: 'none' });
  });

  it('takes the longest end of the keys that can be a code', () => {
    const readings = lastOf(`12${EAN13}`, [0, 45, 45, ...Array.from(EAN13, () => 5)]);
    expect(readings.map(({ kind }) => kind).slice(0, 4)).toEqual(['first', 'late', 'late', 'more']);
    expect(readings.at(-1)).toEqual({ kind: 'code', code: `2${EAN13}`, from: 1 });
  });

  it('knows a second end of the same code', () => {
    const take = wedgeReader();
    const keys = [...lao(code), ENTER, { code: 'Tab', key: 'Tab' }, ENTER];
    const times = [0, 5, 10, 15, 20, 25, 30, 35, 40, 50, 500];
    const kinds = keys.map(
      (typed, at) => take({ key: '', timeStamp: times[at] ?? 0, ...none, ...typed }, isInBox).kind,
    );
    expect(kinds.slice(-3)).toEqual(['code', 'ended', 'none']);
  });

  it('leaves a typed text that is no scan as it was typed', () => {
    const time = fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 0, max: 30 }) },
      { weight: 1, arbitrary: fc.integer({ min: 31, max: 50 }) },
      { weight: 1, arbitrary: fc.integer({ min: 51, max: 200 }) },
    );
    const key = fc.record({ digit: fc.integer({ min: 0, max: 9 }), gap: time });
    const end = fc.record({ gap: time });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.array(key, { maxLength: 20 }), end)), (lines) => {
        const take = wedgeReader();
        let timeStamp = 0;
        let [text, typed, scanned] = ['', '', ''];
        let before: string[] = [];
        for (const [keys, { gap: endGap }] of lines) {
          const isScan = (from: number) => {
            const gaps = keys.slice(from + 1).map(({ gap }) => gap);
            const count = keys.length - from;
            if (from > 0 && (keys[from]?.gap ?? 0) <= 30) return false;
            if (endGap > 60) return endGap <= 100 && count >= 8 && gaps.every((gap) => gap <= 12);
            return (
              count >= 6 &&
              gaps.every((gap) => gap <= 50) &&
              gaps.filter((gap) => gap > 30).length <= (keys.length - from) / 8 &&
              endGap <= 60
            );
          };
          const first = keys.findIndex((_key, at) => isScan(at));
          for (const [at, { digit, gap }] of keys.entries()) {
            timeStamp += at === 0 ? 1000 : gap;
            const { kind } = take(
              { ...none, key: String(digit), code: `Digit${digit}`, timeStamp },
              true,
            );
            if (kind === 'first') before = [text];
            if (kind === 'late') before.push(text);
            text += String(digit);
            if (first === -1 || at < first) typed += String(digit);
            else scanned += String(digit);
          }
          timeStamp += endGap;
          const reading = take({ ...none, ...ENTER, key: 'Enter', timeStamp }, true);
          if (reading.kind === 'code') {
            scanned = scanned.slice(0, scanned.length - reading.code.length);
            text = before[reading.from] ?? '';
          }
        }
        expect(text).toBe(typed);
        expect(scanned).toBe('');
      }),
    );
  });
});

describe('keys that nothing ended', () => {
  const unended = (digits: string, gap: number, isInBox = false) => {
    const take = wedgeReader();
    for (const [at, typed] of lao(digits).entries())
      take({ key: '', timeStamp: at * gap, ...none, ...typed }, isInBox);
    const left = take.unended();
    const endAt = (digits.length - 1) * gap + 300;
    return { left, end: take({ ...none, ...ENTER, key: 'Enter', timeStamp: endAt }).kind };
  };

  it('are surely a code if they are as fast as in a box, and a late Enter belongs to them', () => {
    const left = { code: '96385074', isSure: true };
    expect(unended('96385074', 5)).toEqual({ left, end: 'ended' });
  });

  it('may be a code if they are slower or fewer', () => {
    expect(unended('96385074', 60).left).toEqual({ code: '96385074', isSure: false });
    expect(unended('963', 5).left).toEqual({ code: '963', isSure: false });
  });

  it('in a box are a code if nobody types as fast, and begin after typed ones', () => {
    const left = { code: '96385074', isSure: true, from: 0 };
    for (const gap of [1, 5, 12])
      expect(unended('96385074', gap, true)).toEqual({ left, end: 'ended' });
    const take = wedgeReader();
    for (const [at, typed] of lao('596385074').entries())
      take({ key: '', timeStamp: at === 0 ? 0 : 35 + at * 5, ...none, ...typed }, true);
    expect(take.unended()).toEqual({ ...left, from: 1 });
  });

  it('are typing if they are too few or too slow', () => {
    for (const [digits, gap, isInBox] of [
      ['96', 5, false],
      ['96385074', 101, false],
      ['9638507', 5, true],
      ['96385074', 13, true],
    ] as const)
      expect(unended(digits, gap, isInBox)).toEqual({ left: undefined, end: 'none' });
  });
});
