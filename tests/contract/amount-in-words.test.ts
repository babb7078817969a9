import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountInWords } from '#contract/money/amount-in-words.ts';
import { MOST_IN_WORDS } from '#contract/money/currencies.ts';

const inLao = (kip: number) => amountInWords(kip, 'LAK', 'lo');
const inEnglish = (kip: number) => amountInWords(kip, 'LAK', 'en');

describe('kip in Lao words', () => {
  it.each([
    [1, 'ໜຶ່ງ'],
    [10, 'ສິບ'],
    [11, 'ສິບເອັດ'],
    [20, 'ຊາວ'],
    [21, 'ຊາວເອັດ'],
    [25, 'ຊາວຫ້າ'],
    [31, 'ສາມສິບເອັດ'],
    [100, 'ໜຶ່ງຮ້ອຍ'],
    [101, 'ໜຶ່ງຮ້ອຍເອັດ'],
    [111, 'ໜຶ່ງຮ້ອຍສິບເອັດ'],
    [1000, 'ໜຶ່ງພັນ'],
    [1001, 'ໜຶ່ງພັນເອັດ'],
    [10_000, 'ສິບພັນ'],
    [11_500, 'ສິບເອັດພັນຫ້າຮ້ອຍ'],
    [20_000, 'ຊາວພັນ'],
    [100_000, 'ໜຶ່ງແສນ'],
    [125_000, 'ໜຶ່ງແສນຊາວຫ້າພັນ'],
    [500_000, 'ຫ້າແສນ'],
    [999_999, 'ເກົ້າແສນເກົ້າສິບເກົ້າພັນເກົ້າຮ້ອຍເກົ້າສິບເກົ້າ'],
    [1_000_000, 'ໜຶ່ງລ້ານ'],
    [1_250_000, 'ໜຶ່ງລ້ານສອງແສນຫ້າສິບພັນ'],
    [2_021_000, 'ສອງລ້ານຊາວເອັດພັນ'],
    [10_000_000, 'ສິບລ້ານ'],
    [12_345_678, 'ສິບສອງລ້ານສາມແສນສີ່ສິບຫ້າພັນຫົກຮ້ອຍເຈັດສິບແປດ'],
    [20_000_000, 'ຊາວລ້ານ'],
    [100_000_000, 'ໜຶ່ງຮ້ອຍລ້ານ'],
    [1_000_000_000, 'ໜຶ່ງຕື້'],
    [999_999_999_999, 'ເກົ້າຮ້ອຍເກົ້າສິບເກົ້າຕື້ເກົ້າຮ້ອຍເກົ້າສິບເກົ້າລ້ານເກົ້າແສນເກົ້າສິບເກົ້າພັນເກົ້າຮ້ອຍເກົ້າສິບເກົ້າ'],
  ])('%i', (kip, words) => {
    expect(inLao(kip)).toBe(`${words}ກີບຖ້ວນ`);
  });

  it('are zero kip, or money given back', () => {
    expect([inLao(0), inLao(-1_250_000)]).toEqual(['ສູນກີບ', 'ຄືນເງິນໜຶ່ງລ້ານສອງແສນຫ້າສິບພັນກີບຖ້ວນ']);
  });
});

describe('kip in English words', () => {
  it.each([
    [0, 'zero'],
    [1, 'one'],
    [13, 'thirteen'],
    [40, 'forty'],
    [21, 'twenty-one'],
    [101, 'one hundred one'],
    [10_000, 'ten thousand'],
    [1_250_000, 'one million two hundred fifty thousand'],
    [2_000_000_001, 'two billion one'],
    [
      999_999_999_999,
      'nine hundred ninety-nine billion nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine',
    ],
  ])('%i', (kip, words) => {
    expect(inEnglish(kip)).toBe(`${words} kip only`);
  });

  it('say that money was given back', () => {
    expect(inEnglish(-500)).toBe('Refund: five hundred kip only');
  });
});

describe('foreign money in words', () => {
  it.each([
    ['THB', 1250, 'twelve baht fifty satang', 'ສິບສອງບາດຫ້າສິບສະຕາງ'],
    ['THB', 1200, 'twelve baht only', 'ສິບສອງບາດຖ້ວນ'],
    ['USD', 101, 'one dollar one cent', 'ໜຶ່ງໂດລາໜຶ່ງເຊັນ'],
    ['USD', 2121, 'twenty-one dollars twenty-one cents', 'ຊາວເອັດໂດລາຊາວເອັດເຊັນ'],
    ['USD', 50, 'fifty cents', 'ຫ້າສິບເຊັນ'],
    ['USD', 0, 'zero dollars only', 'ສູນໂດລາ'],
  ] as const)('%s %i', (currency, minor, english, lao) => {
    expect([amountInWords(minor, currency, 'en'), amountInWords(minor, currency, 'lo')]).toEqual([
      english,
      lao,
    ]);
  });
});

/** The number that words stand for: the largest unit splits them. */
function read(
  words: string,
  units: readonly (readonly [string, number])[],
  below: (words: string) => number,
): number {
  const unit = units.find(([word]) => words.includes(word));
  if (unit === undefined) return below(words);
  const [head = '', ...tail] = words.split(unit[0]);
  return read(head, units, below) * unit[1] + read(tail.join(unit[0]), units, below);
}

const laoUnits = [
  ['ຕື້', 1_000_000_000],
  ['ລ້ານ', 1_000_000],
  ['ແສນ', 100_000],
  ['ພັນ', 1000],
  ['ຮ້ອຍ', 100],
] as const;
const laoDigits = ['', 'ໜຶ່ງ', 'ສອງ', 'ສາມ', 'ສີ່', 'ຫ້າ', 'ຫົກ', 'ເຈັດ', 'ແປດ', 'ເກົ້າ'];
const laoOnes = (words: string) => (words === 'ເອັດ' ? 1 : laoDigits.indexOf(words));
function belowHundredLao(words: string): number {
  if (words.startsWith('ຊາວ')) return 20 + laoOnes(words.slice(3));
  const [tens, ones] = words.split('ສິບ');
  return ones === undefined
    ? laoOnes(words)
    : Math.max(1, laoOnes(tens ?? '')) * 10 + laoOnes(ones);
}

const englishUnits = [
  [' billion', 1_000_000_000],
  [' million', 1_000_000],
  [' thousand', 1000],
  [' hundred', 100],
] as const;
const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
function belowHundredEnglish(words: string): number {
  const [first = '', second = ''] = words.trim().split('-');
  return first === ''
    ? 0
    : small.includes(first)
      ? small.indexOf(first)
      : tens.indexOf(first) * 10 + Math.max(0, small.indexOf(second));
}

describe('any sum', () => {
  const kip = fc.oneof(
    fc.integer({ min: 1, max: MOST_IN_WORDS }),
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 1, max: 9999 }).map((n) => n * 1_000_000),
  );

  it('is read back from its words in both languages', () => {
    fc.assert(
      fc.property(kip, (sum) => {
        expect(read(inLao(sum).replace('ກີບຖ້ວນ', ''), laoUnits, belowHundredLao)).toBe(sum);
        expect(
          read(inEnglish(sum).replace(' kip only', ''), englishUnits, belowHundredEnglish),
        ).toBe(sum);
      }),
      { numRuns: 2000 },
    );
  });

  it('is never two tens, a bare hundred, or a gap', () => {
    fc.assert(
      fc.property(kip, (sum) => {
        expect(inLao(sum)).not.toMatch(/ສອງສິບ|ໜຶ່ງສິບ|(ສິບ|ຊາວ)ໜຶ່ງ|\s/);
        expect(inEnglish(sum)).not.toMatch(/ {2}|undefined|-$/);
      }),
    );
  });

  it.each([MOST_IN_WORDS + 1, 0.5, Number.NaN])('but %d has none', (sum) => {
    expect(() => inLao(sum)).toThrow(RangeError);
  });
});
