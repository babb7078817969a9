import {
  areOfTwoScripts,
  beginAlike,
  coverageOf,
  foldBankRow,
  foldReference,
  foldText,
  isGrown,
  isSamePlace,
  kindOf,
  referencesOf,
  wordingOf,
  type BankRow,
  type Coverage,
  type Folded,
  type References,
  type Wording,
} from './bank-rows.ts';

/** Closer pairs are chosen first; 0 is no pair. */
type Closeness = 0 | 1 | 2 | 3 | 4;
type Edge = { to: number; closeness: Closeness };

type Evidence = References & Wording & { coverage: (day: string) => Coverage };

/**
 * True if two rows of one day and sum may be one though their texts differ: at one minute always,
 * else only where the file has every known row of the day, and nothing shows that the texts name
 * two payers.
 */
function mayBeReworded(a: Folded, b: Folded, evidence: Evidence): boolean {
  const { coverage, ignoresText, isAlike } = evidence;
  if (ignoresText || (a.time !== '' && b.time !== '')) return true;
  const covered = coverage(a.day);
  if (covered === 'part' || beginAlike(a.text, b.text)) return false;
  return covered === 'whole' ? !isAlike : areOfTwoScripts(a.text, b.text);
}

/** A code of a branch beside the bank's own number is another column, and contradicts nothing. */
const isOtherColumn = (a: string, b: string, { isOwn, isRepeated }: References) =>
  (isOwn(a) && isRepeated(b)) || (isOwn(b) && isRepeated(a));

function closenessOf(a: Folded, b: Folded, evidence: Evidence): Closeness {
  const haveReferences =
    a.reference !== '' &&
    b.reference !== '' &&
    !evidence.ignoresReference &&
    !isOtherColumn(a.reference, b.reference, evidence);
  if (haveReferences && a.reference !== b.reference) return 0;
  if (haveReferences && evidence.isOwn(a.reference)) return 4;
  const haveTimes = a.time !== '' && b.time !== '';
  if (haveTimes && !a.time.startsWith(b.time) && !b.time.startsWith(a.time)) return 0;
  const isText = a.text === '' || b.text === '' || isGrown(a.text, b.text);
  if (!isText && !mayBeReworded(a, b, evidence)) return 0;
  if (a.time === b.time && a.text === b.text && a.reference === b.reference) return 4;
  if (!isText) return 1;
  return haveTimes ? 3 : 2;
}

/**
 * Pairs as many rows as it can, the closest first. `edges[n]` are the candidates of row `n`. A pair
 * that was found may give its row to another one and take the next candidate, but is never lost.
 */
function pairUp(edges: readonly Edge[][]): Map<number, number> {
  const rowOf = new Map<number, number>();
  for (const least of [4, 3, 2, 1] as const) {
    const paired = new Set(rowOf.values());
    const tryRow = (row: number, tried: Set<number>): boolean => {
      const open = (edges[row] ?? []).filter(({ closeness }) => closeness >= least);
      const free = open.find(({ to }) => !rowOf.has(to));
      const to =
        free?.to ??
        open.find((edge) => {
          const other = rowOf.get(edge.to);
          if (other === undefined || tried.has(edge.to)) return false;
          tried.add(edge.to);
          return tryRow(other, tried);
        })?.to;
      if (to !== undefined) rowOf.set(to, row);
      return to !== undefined;
    };
    for (const row of edges.keys()) if (!paired.has(row)) tryRow(row, new Set());
  }
  return new Map([...rowOf].map(([to, row]) => [row, to]));
}

/**
 * True if no other row could be meant: neither another stored row for this one, nor another row of
 * the file for the stored one. Rows that are equal in all facts are paired for sure.
 */
function surelyPaired(
  edges: readonly Edge[][],
  pairs: ReadonlyMap<number, number>,
): (row: number) => boolean {
  const closenessTo = (row: number, to: number) =>
    edges[row]?.find((edge) => edge.to === to)?.closeness ?? 0;
  const exact = new Set(
    [...pairs].filter(([row, to]) => closenessTo(row, to) === 4).map(([, to]) => to),
  );
  const rowsTo = new Map<number, number>();
  for (const [row, some] of edges.entries())
    if (closenessTo(row, pairs.get(row) ?? -1) < 4)
      for (const { to } of some) rowsTo.set(to, (rowsTo.get(to) ?? 0) + 1);
  return (row) => {
    const to = pairs.get(row) ?? -1;
    if (exact.has(to)) return true;
    const others = (edges[row] ?? []).filter((edge) => edge.to !== to && !exact.has(edge.to));
    return others.length === 0 && (rowsTo.get(to) ?? 0) <= 1;
  };
}

/** Above this number of pairs, rows that are equal in all facts are paired before the others. */
const MANY_PAIRS = 40_000;
/** Above this number of pairs the rest is paired in the order of the bank. */
const MOST_PAIRS = 400_000;

function groupOf<Row extends BankRow>(rows: readonly Row[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [at, row] of rows.entries()) {
    const group = groups.get(kindOf(row)) ?? [];
    group.push(at);
    groups.set(kindOf(row), group);
  }
  return groups;
}

type Side = { at: number; folded: Folded };

/** Rows of one day and sum in the order of their times, or as they come if one has no time. */
function sidesOf(all: readonly BankRow[], some: readonly number[]): Side[] {
  const sides = some.flatMap((at) => (all[at] ? [{ at, folded: foldBankRow(all[at]) }] : []));
  return sides.some(({ folded }) => folded.time === '')
    ? sides
    : sides.toSorted((a, b) => (a.folded.time < b.folded.time ? -1 : 1));
}

/** The stored row of a row of the file; `isSure` unless another one could be meant as well. */
export type Known = { to: number; isSure: boolean };

/** Pairs rows that are equal in all facts, and returns those that are left. */
function pairEqual(
  theirs: readonly Side[],
  ours: readonly Side[],
  found: Map<number, Known>,
): [Side[], Side[]] {
  const keyOf = ({ folded }: Side) => JSON.stringify(folded);
  const waiting = new Map<string, Side[]>();
  for (const one of ours) {
    const alike = waiting.get(keyOf(one)) ?? [];
    alike.push(one);
    waiting.set(keyOf(one), alike);
  }
  const left = theirs.filter((one) => {
    const other = waiting.get(keyOf(one))?.shift();
    if (other) found.set(one.at, { to: other.at, isSure: true });
    return !other;
  });
  return [left, [...waiting.values()].flat()];
}

/** Pairs the rows of one day and sum. */
function pairGroup(
  theirs: readonly Side[],
  ours: readonly Side[],
  evidence: Evidence,
  found: Map<number, Known>,
): void {
  const edges = theirs.map((one, row) =>
    theirs.length * ours.length > MOST_PAIRS
      ? ours[row] === undefined
        ? []
        : [{ to: row, closeness: 1 as const }]
      : ours
          .map((other, to) => ({
            to,
            closeness: closenessOf(one.folded, other.folded, evidence),
          }))
          .filter(({ closeness }) => closeness > 0)
          .toSorted((a, b) => b.closeness - a.closeness),
  );
  const pairs = pairUp(edges);
  const isSure = surelyPaired(edges, pairs);
  for (const [row, to] of pairs) {
    const [one, other] = [theirs[row], ours[to]];
    if (one && other) found.set(one.at, { to: other.at, isSure: isSure(row) });
  }
}

/** Pairs rows that have one reference of the bank's own on two neighbouring days. */
function pairBesideMidnight(
  file: readonly BankRow[],
  stored: readonly BankRow[],
  { isOwn }: References,
  found: Map<number, Known>,
): void {
  const places = new Map(
    stored.map((row, to) => [foldReference(row.reference), { row, to }] as const),
  );
  for (const [at, row] of file.entries()) {
    const reference = foldReference(row.reference);
    const place = isOwn(reference) ? places.get(reference) : undefined;
    if (place && place.row.day !== row.day && isSamePlace(place.row, row))
      found.set(at, { to: place.to, isSure: true });
  }
}

/**
 * Finds the stored row of each row of a file, by their indexes; a row without one is new. Rows pair
 * only at the same day and sum, each once; a reference of the bank's own also finds its row on the
 * day beside. `earlier` are all rows of the account with a reference,
 * which show whether its references are the bank's own.
 */
export function findKnown(
  file: readonly BankRow[],
  stored: readonly BankRow[],
  earlier: readonly BankRow[] = stored,
): Map<number, Known> {
  const evidence = {
    ...referencesOf(file, earlier),
    ...wordingOf(file, stored),
    coverage: coverageOf(file, stored),
  };
  const ours = groupOf(stored);
  const found = new Map<number, Known>();
  pairBesideMidnight(file, stored, evidence, found);
  const taken = new Set([...found.values()].map(({ to }) => to));
  for (const [kind, rows] of groupOf(file)) {
    let [theirs, known] = [
      sidesOf(
        file,
        rows.filter((at) => !found.has(at)),
      ),
      sidesOf(
        stored,
        (ours.get(kind) ?? []).filter((at) => !taken.has(at)),
      ),
    ];
    if (theirs.length * known.length > MANY_PAIRS)
      [theirs, known] = pairEqual(theirs, known, found);
    pairGroup(theirs, known, evidence, found);
  }
  return found;
}

/**
 * The stored facts of a row with the detail that a file adds; nothing gets less exact. Where
 * another row could be meant, the facts of two rows are never mixed.
 */
export function withDetail<Stored extends BankRow>(
  stored: Stored,
  seen: BankRow,
  isSure: boolean,
): Stored {
  const [before, now] = [foldText(stored.description), foldText(seen.description)];
  const isCut =
    now === '' || (before !== now && before.length > now.length && isGrown(before, now));
  const together = {
    time: stored.day !== seen.day || stored.time.startsWith(seen.time) ? stored.time : seen.time,
    reference: stored.reference || seen.reference,
    description: isCut || before === now ? stored.description : seen.description,
  };
  const isOf = (row: BankRow) =>
    together.time === row.time &&
    foldReference(together.reference) === foldReference(row.reference) &&
    foldText(together.description) === foldText(row.description);
  return isSure || isOf(seen) ? { ...stored, ...together } : stored;
}
