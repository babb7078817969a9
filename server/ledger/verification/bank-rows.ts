import { fold as foldForm } from '#contract/normalise.ts';

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
/** From this part of different values on, a column holds references and not codes. */
const OWN_SHARE = 0.8;
/** A column with fewer values says nothing about its kind. */
const OWN_FEWEST = 3;

export type References = { isOwn: (folded: string) => boolean };

/** True unless the values of a column repeat, as codes of branches do. */
function holdsReferences(counts: ReadonlyMap<string, number>): boolean {
  const filled = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return filled < OWN_FEWEST || counts.size / filled >= OWN_SHARE;
}

function countReferences(rows: readonly Pick<BankRow, 'reference'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { reference } of rows) {
    const folded = foldReference(reference);
    if (folded !== '') counts.set(folded, (counts.get(folded) ?? 0) + 1);
  }
  return counts;
}

export const kindOf = ({ day, amount }: Pick<BankRow, 'day' | 'amount'>) => `${day} ${amount}`;

/**
 * Decides which references are the bank's own numbers: those that stand once in the file and once
 * among the account's earlier rows, at the same day and sum, in columns that do not repeat.
 */
export function referencesOf(file: readonly BankRow[], earlier: readonly BankRow[]): References {
  const [inFile, before] = [countReferences(file), countReferences(earlier)];
  const isColumnOwn = holdsReferences(inFile) && holdsReferences(before);
  const kinds = new Map(earlier.map((row) => [foldReference(row.reference), kindOf(row)]));
  const elsewhere = new Set(
    file
      .filter((row) => {
        const kind = kinds.get(foldReference(row.reference));
        return kind !== undefined && kind !== kindOf(row);
      })
      .map(({ reference }) => foldReference(reference)),
  );
  return {
    isOwn: (folded) =>
      isColumnOwn &&
      folded.length >= OWN_LENGTH &&
      (inFile.get(folded) ?? 0) <= 1 &&
      (before.get(folded) ?? 0) <= 1 &&
      !elsewhere.has(folded),
  };
}

export type Folded = { moment: string; time: string; reference: string; text: string };
export const fold = ({ day, time, reference, description }: BankRow): Folded => ({
  moment: `${day} ${time.slice(0, 5)}`,
  time,
  reference: foldReference(reference),
  text: foldText(description),
});

/** Signs that this file words its rows otherwise than the account's earlier files. */
export type Wording = { ignoresText: boolean; ignoresReference: boolean };
const WORDING_FEWEST = 3;
const WORDING_SHARE = 0.8;

/**
 * An export in another language, or with another column of references, differs in all rows. Only
 * rows that are alone at their minute with their sum are compared.
 */
export function wordingOf(file: readonly BankRow[], stored: readonly BankRow[]): Wording {
  const minutes = (rows: readonly BankRow[]) => {
    const found = new Map<string, Folded | null>();
    for (const row of rows) {
      const key = `${kindOf(row)} ${row.time.slice(0, 5)}`;
      if (row.time !== '') found.set(key, found.has(key) ? null : fold(row));
    }
    return found;
  };
  const [theirs, ours] = [minutes(file), minutes(stored)];
  const pairs = [...theirs].flatMap(([key, one]) => {
    const other = ours.get(key);
    return one && other ? [[one, other] as const] : [];
  });
  const isMost = (differs: (a: Folded, b: Folded) => boolean) =>
    pairs.length >= WORDING_FEWEST &&
    pairs.filter(([a, b]) => differs(a, b)).length >= WORDING_SHARE * pairs.length;
  const differ = (a: string, b: string) => a !== '' && b !== '' && a !== b;
  return {
    ignoresText: isMost((a, b) => differ(a.text, b.text) && !isGrown(a.text, b.text)),
    ignoresReference: isMost((a, b) => differ(a.reference, b.reference)),
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

/**
 * The minutes that a file has whole: those between its first and its last. The others may be cut,
 * because a list ends at the moment at which somebody saved it.
 */
export function wholeMinutes(rows: readonly BankRow[]): (moment: string) => boolean {
  const moments = rows
    .filter(({ time }) => time !== '')
    .map(momentOf)
    .sort();
  const [first = '', last = ''] = [moments[0], moments.at(-1)];
  return (moment) => moment > first && moment < last;
}

/** A spreadsheet writes midnight where the bank gave a day alone. */
export function withoutMidnights<Row extends BankRow>(rows: readonly Row[]): Row[] {
  const hasTimes = rows.some(({ time }) => time !== '' && !/^00:00(:00)?$/.test(time));
  return rows.map((row) => (hasTimes ? row : { ...row, time: '' }));
}
