import type { CurrencySums } from '#contract/money/drawers.ts';
import { sumIn } from '#server/desk/moving-in/cell-money.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import { repeatedRow } from '#server/desk/moving-in/repeated-row.ts';
import type { MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import {
  addOpeningCash,
  changeOpeningCash,
  removeDrawers,
  removeOpeningCash,
  type OpeningCash,
} from '#server/ledger/drawers/opening-cash.ts';
import { headingKey } from '#server/lib/sheets/heading-key.ts';
import { shownAmount } from '#contract/money/shown-amount.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import type { MovingKind } from './moving-kind.ts';

/** Words for the safe of a branch, which has no name. */
export const SAFE_WORD = 'ຕູ້ນິລະໄພ';
const safeWords = new Set(['safe', 'the safe', SAFE_WORD, 'ຕູ້ເຊບ'].map(headingKey));

/** Opening cash with what it was before this move. */
type MovedCash = OpeningCash & { before: CurrencySums | null };

/** The longest name of a drawer, as its form takes it. */
const MAX_NAME = 40;

const columnOf = { LAK: 'cashLAK', THB: 'cashTHB', USD: 'cashUSD' } as const;

function sumsOf(row: MovingRowCheck): CurrencySums {
  const sum = (currency: keyof CurrencySums) => sumIn(row, columnOf[currency], currency) ?? 0;
  return { LAK: sum('LAK'), THB: sum('THB'), USD: sum('USD') };
}

/** The cash of the old book by currency, where it changes. */
function changesOf(before: CurrencySums, after: CurrencySums) {
  return Object.fromEntries(
    priceCurrencies
      .filter((currency) => before[currency] !== after[currency])
      .map((currency): [string, [string, string]] => [
        columnOf[currency],
        [shownAmount(before[currency], currency), shownAmount(after[currency], currency)],
      ]),
  );
}

/** The drawers of a branch by their name, and its safe; those of rows that will add one too. */
const keyOf = (branchId: string, drawer: string | null) =>
  `drawers ${branchId} ${drawer?.toLowerCase() ?? ''}`;

function check(row: MovingRowCheck, known: KnownRecords) {
  const branch = row.branch('branch');
  const written = row.needed('drawer').trim();
  const name = [branch?.label ?? row.text('branch'), written].join(' ').trim();
  const isSafe = safeWords.has(headingKey(written));
  if (written.length > MAX_NAME) row.fail('drawer', `tooLong:${MAX_NAME}`);
  const sums = sumsOf(row);
  if (!branch || written === '') return row.result(name, { input: null });
  const there = isSafe
    ? undefined
    : known.cash.drawers.find(
        (one) => one.branchId === branch.id && one.name.toLowerCase() === written.toLowerCase(),
      );
  const drawer = isSafe ? null : (there?.name ?? written);
  const key = keyOf(branch.id, drawer);
  const repeated = repeatedRow(row, known, { name, field: 'drawer', key, said: sums });
  if (repeated) return repeated;
  const before = known.cash.openings.find((one) =>
    isSafe
      ? one.branchId === branch.id && one.drawerId === null
      : there !== undefined && one.drawerId === there._id,
  );
  const input: MovedCash = { branchId: branch.id, drawer, sums, before: before?.sums ?? null };
  const changes = before ? changesOf(before.sums, sums) : {};
  const isOpened = isSafe
    ? known.cash.countedSafes.has(branch.id)
    : known.cash.openedDrawers.has(there?._id ?? '');
  if (isOpened && (!before || Object.keys(changes).length > 0)) row.fail('drawer', 'cashCounted');
  return row.result(name, {
    input,
    changes,
    ...(before && { recordId: before._id }),
  });
}

/** Cash in drawers and safes. It becomes money with their first opening and count. */
export const drawerKind: MovingKind = {
  check,
  write: (writer, rows) =>
    addOpeningCash(
      writer,
      rows.map(({ _id, input }) => ({ ...(input as MovedCash), _id })),
    ),
  remove: removeOpeningCash,
  removeBeside: removeDrawers,
  change: async ({ tx }, recordId, input) => {
    await changeOpeningCash(tx, recordId, (input as MovedCash).sums);
    return undefined;
  },
  changeBack: async ({ tx }, recordId, input) => {
    const { before } = input as MovedCash;
    if (before) await changeOpeningCash(tx, recordId, before);
  },
};
