import { fold as foldForm } from '#contract/words/normalise.ts';

/** The facts by which the same row of a bank is known again (docs/money.md, "Bank statements"). */
export type BankRow = {
  day: string;
  /** `HH:MM` or `HH:MM:SS`; empty where the file has none. */
  time: string;
  amount: number;
  reference: string;
  description: string;
};

const NOT_ALNUM = /[^\p{L}\p{M}\p{N}]+/gu;
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;
export const foldText = (text: string) =>
  foldForm(text.normalize('NFKC').replace(INVISIBLE, '')).replace(NOT_ALNUM, ' ').trim();

/** A reference without case, spaces and dashes, and a number without the zeros before it. */
export const foldReference = (text: string) =>
  foldText(text)
    .replaceAll(' ', '')
    .replace(/^0+(?=\d+$)/, '');

const wordsOf = (text: string) => text.split(' ');
const hasWords = (text: string, part: string) => {
  const words = wordsOf(text);
  return wordsOf(part).every((word) => words.includes(word));
};

/** True if one text grew from the other: longer, cut off, or with more words. */
export function isGrown(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  const [longLetters, shortLetters] = [long.replaceAll(' ', ''), short.replaceAll(' ', '')];
  return longLetters.startsWith(shortLetters) || hasWords(long, short);
}

/** A shorter reference is a code of a branch or a channel as likely as the bank's own number. */
const OWN_LENGTH = 6;
export const isLongEnough = (folded: string) => folded.length >= OWN_LENGTH;

export type References = {
  /** True if it is the bank's own number of one row. */
  isOwn: (folded: string) => boolean;
  /** True if several rows have it, as codes of branches do. */
  isRepeated: (folded: string) => boolean;
};

function countReferences(rows: readonly Pick<BankRow, 'reference'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { reference } of rows) {
    const folded = foldReference(reference);
    if (folded !== '') counts.set(folded, (counts.get(folded) ?? 0) + 1);
  }
  return counts;
}

export const kindOf = ({ day, amount }: Pick<BankRow, 'day' | 'amount'>) => `${day} ${amount}`;

const DAY_MS = 24 * 3_600_000;
/** True for one day and the day beside it: a bank may post after midnight what came before it. */
const isBeside = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) <= DAY_MS;

/** True if two rows with one reference can be the same row. */
export const isSamePlace = (a: BankRow, b: BankRow) =>
  a.amount === b.amount && isBeside(a.day, b.day);

/**
 * Decides which references are the bank's own numbers: those that stand once in the file and once
 * among the account's earlier rows, with the same sum on the same day or the one beside it. Each
 * value is judged alone, so that codes of branches in the column do not weaken the others.
 */
export function referencesOf(file: readonly BankRow[], earlier: readonly BankRow[]): References {
  const [inFile, before] = [countReferences(file), countReferences(earlier)];
  const places = new Map(earlier.map((row) => [foldReference(row.reference), row]));
  const elsewhere = new Set(
    file
      .filter((row) => {
        const place = places.get(foldReference(row.reference));
        return place !== undefined && !isSamePlace(place, row);
      })
      .map(({ reference }) => foldReference(reference)),
  );
  const isRepeated = (folded: string) =>
    (inFile.get(folded) ?? 0) > 1 || (before.get(folded) ?? 0) > 1 || elsewhere.has(folded);
  return { isRepeated, isOwn: (folded) => isLongEnough(folded) && !isRepeated(folded) };
}

export type Folded = { day: string; moment: string; time: string; reference: string; text: string };
export const foldBankRow = ({ day, time, reference, description }: BankRow): Folded => ({
  day,
  moment: `${day} ${time.slice(0, 5)}`,
  time,
  reference: foldReference(reference),
  text: foldText(description),
});

/** Signs that this file words its rows otherwise than the account's earlier files, or alike. */
export type Wording = { ignoresText: boolean; isAlike: boolean; ignoresReference: boolean };
const WORDING_FEWEST = 3;
const WORDING_SHARE = 0.8;

type Pair = readonly [Folded, Folded];

/** The pairs of rows that are alone with their key on both sides. */
function alonePairs(
  file: readonly BankRow[],
  stored: readonly BankRow[],
  keyOf: (row: BankRow) => string,
): Pair[] {
  const alone = (rows: readonly BankRow[]) => {
    const found = new Map<string, Folded | null>();
    for (const row of rows) {
      const key = keyOf(row);
      if (key !== '') found.set(key, found.has(key) ? null : foldBankRow(row));
    }
    return found;
  };
  const [theirs, ours] = [alone(file), alone(stored)];
  return [...theirs].flatMap(([key, one]) => {
    const other = ours.get(key);
    return one && other ? [[one, other] as const] : [];
  });
}

const isMost = (pairs: readonly Pair[], differs: (a: Folded, b: Folded) => boolean) =>
  pairs.length >= WORDING_FEWEST &&
  pairs.filter(([a, b]) => differs(a, b)).length >= WORDING_SHARE * pairs.length;
const differ = (a: string, b: string) => a !== '' && b !== '' && a !== b;

const isOtherText = (a: Folded, b: Folded) => differ(a.text, b.text) && !isGrown(a.text, b.text);

const OF_LAOS_OR_THAILAND = /[\p{Script=Lao}\p{Script=Thai}]/u;

/** True if only one of two texts has Lao or Thai letters, as a text and its translation. */
export const areOfTwoScripts = (a: string, b: string) =>
  OF_LAOS_OR_THAILAND.test(a) !== OF_LAOS_OR_THAILAND.test(b);

/** True if two texts begin alike, as those of one kind of payment by two payers do. */
export const beginAlike = (a: string, b: string) => wordsOf(a)[0] === wordsOf(b)[0];

/**
 * An export in another language, or with another column of references, differs in all rows. Rows
 * are compared that are alone at their minute with their sum, or without times on their day.
 */
export function wordingOf(file: readonly BankRow[], stored: readonly BankRow[]): Wording {
  const minutes = alonePairs(file, stored, (row) =>
    row.time === '' ? '' : `${kindOf(row)} ${row.time.slice(0, 5)}`,
  );
  const days = alonePairs(file, stored, kindOf).filter(([a, b]) => a.time === '' || b.time === '');
  return {
    ignoresText:
      isMost(minutes, isOtherText) ||
      isMost(days, (a, b) => isOtherText(a, b) && !beginAlike(a.text, b.text)),
    isAlike: [...minutes, ...days].some(
      ([a, b]) => a.text !== '' && b.text !== '' && isGrown(a.text, b.text),
    ),
    ignoresReference: isMost(minutes, (a, b) => differ(a.reference, b.reference)),
  };
}

const momentOf = ({ day, time }: Pick<BankRow, 'day' | 'time'>) => `${day} ${time.slice(0, 5)}`;

/** The rows in the order of the bank, the oldest first, as far as their days and times tell it. */
export function oldestFirst<Row extends BankRow>(rows: readonly Row[]): Row[] {
  const steps = rows.slice(1).map((row, at) => {
    const [before, after] = [momentOf(rows[at] ?? row), momentOf(row)];
    return before === after ? 0 : before < after ? 1 : -1;
  });
  const direction = steps.reduce<number>((sum, step) => sum + step, 0);
  return direction < 0 ? rows.toReversed() : [...rows];
}

/** A day with fewer known rows may be found whole in a file by chance. */
const WHOLE_FEWEST = 3;

/** How much of a day a file has: all of it, all that is known of it, or perhaps a part. */
export type Coverage = 'whole' | 'known' | 'part';

/**
 * A file has a day whole, if it has as many rows of each sum as are known of that day, and those
 * are not just one or two.
 */
export function coverageOf(
  file: readonly BankRow[],
  stored: readonly BankRow[],
): (day: string) => Coverage {
  const spare = new Map<string, number>();
  const add = (row: BankRow, count: number) =>
    spare.set(kindOf(row), (spare.get(kindOf(row)) ?? 0) + count);
  const known = new Map<string, BankRow[]>();
  for (const row of file) add(row, 1);
  for (const row of stored) {
    add(row, -1);
    const rows = known.get(row.day) ?? [];
    rows.push(row);
    known.set(row.day, rows);
  }
  return (day) => {
    const rows = known.get(day) ?? [];
    if (rows.some((row) => (spare.get(kindOf(row)) ?? 0) < 0)) return 'part';
    return rows.length >= WHOLE_FEWEST ? 'whole' : 'known';
  };
}

/** A spreadsheet writes midnight where the bank gave a day alone. */
export function withoutMidnights<Row extends BankRow>(rows: readonly Row[]): Row[] {
  const hasTimes = rows.some(({ time }) => time !== '' && !/^00:00(:00)?$/.test(time));
  return rows.map((row) => (hasTimes ? row : { ...row, time: '' }));
}
