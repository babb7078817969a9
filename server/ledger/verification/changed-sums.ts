import { foldReference, foldText, isGrown, isLongEnough, type BankRow } from './bank-rows.ts';

/** A bank pads its own numbers with zeros, so those count for the length here. */
const isLong = (reference: string) => isLongEnough(foldText(reference).replaceAll(' ', ''));

const isSameTime = (a: string, b: string) => a !== '' && (a.startsWith(b) || b.startsWith(a));

/** True if nothing but the sum tells two rows of one reference apart. */
function isChanged(row: BankRow, before: BankRow): boolean {
  if (row.day !== before.day || row.amount === before.amount) return false;
  if (row.time !== '' && before.time !== '') return isSameTime(row.time, before.time);
  const [text, other] = [foldText(row.description), foldText(before.description)];
  return text === '' || other === '' || isGrown(text, other);
}

/**
 * The rows of a file that the bank has with another sum, by their indexes: the reference stands
 * once in the file and once among the account's rows, at the same moment. `paired` are the stored
 * rows that the file has.
 */
export function changedSums(
  file: readonly BankRow[],
  { stored, earlier }: { stored: readonly BankRow[]; earlier: readonly BankRow[] },
  paired: ReadonlyMap<number, { to: number }>,
): Set<number> {
  const counts = (rows: readonly BankRow[]) => {
    const found = new Map<string, number>();
    for (const { reference } of rows) {
      const key = foldReference(reference);
      found.set(key, (found.get(key) ?? 0) + 1);
    }
    return found;
  };
  const [inFile, before] = [counts(file), counts(earlier)];
  const taken = new Set([...paired.values()].map(({ to }) => to));
  const open = new Map(
    stored.flatMap((row, at) =>
      taken.has(at) || row.reference === '' ? [] : [[foldReference(row.reference), row] as const],
    ),
  );
  return new Set(
    file.flatMap((row, at) => {
      const key = foldReference(row.reference);
      const known = open.get(key);
      const isOnce = inFile.get(key) === 1 && before.get(key) === 1;
      return !paired.has(at) && known && isOnce && isLong(row.reference) && isChanged(row, known)
        ? [at]
        : [];
    }),
  );
}
