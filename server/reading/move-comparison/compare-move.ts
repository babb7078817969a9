import {
  creditDifference,
  isDifferent,
  owedDifference,
  type ComparedFamily,
  type ComparedSums,
  type ControlTotal,
  type LeftOutMoney,
  type MoveComparison,
} from '#contract/imports/move-comparison.ts';
import { sumsOfOpening } from '#contract/imports/opening-sums.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { CHECK_LETTERS } from '#contract/words/paper-code.ts';
import { readMovedInOn } from '#server/centre/branches/moved-in-on.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { readLeftOutMoney } from '#server/desk/moving-in/left-out-money.ts';
import type { MoveRecord } from '#server/desk/moving-in/read-move.ts';
import { hashOf } from '#server/lib/tokens.ts';
import { readControlTotals } from './control-totals.ts';
import { readNow, readWritten, signatureOf, type NowRow, type WrittenRow } from './read-books.ts';

const nothing: ComparedSums = { oldOwedLAK: 0, oldCreditLAK: 0, newOwedLAK: 0, newCreditLAK: 0 };

const plus = (one: ComparedSums, other: ComparedSums): ComparedSums => ({
  oldOwedLAK: one.oldOwedLAK + other.oldOwedLAK,
  oldCreditLAK: one.oldCreditLAK + other.oldCreditLAK,
  newOwedLAK: one.newOwedLAK + other.newOwedLAK,
  newCreditLAK: one.newCreditLAK + other.newCreditLAK,
});

/**
 * The families that a move names, by branch. Other moves may have written for them too, and the
 * product knows only the sum of all, so the old book is the sum of all as well.
 */
function familiesOf(
  moveId: string,
  written: readonly WrittenRow[],
  now: ReadonlyMap<string, NowRow>,
): ComparedFamily[] {
  const keyOf = (row: WrittenRow) => `${row.branch_id} ${row.payer_id}`;
  const named = new Set(written.filter((row) => row.move_id === moveId).map(keyOf));
  const families = new Map<string, ComparedFamily>();
  for (const row of written) {
    const key = keyOf(row);
    if (!named.has(key)) continue;
    const { owedLAK, creditLAK } = sumsOfOpening(row.money, row.rate);
    const { owed_lak: newOwedLAK = 0, credit_lak: newCreditLAK = 0 } = now.get(key) ?? {};
    const family = families.get(key) ?? {
      branchId: row.branch_id,
      branchCode: row.branch_code,
      payerId: row.payer_id,
      name: row.name,
      nameEn: row.name_en,
      ...nothing,
      newOwedLAK,
      newCreditLAK,
    };
    family.oldOwedLAK += owedLAK;
    family.oldCreditLAK += creditLAK;
    families.set(key, family);
  }
  return [...families.values()];
}

/** Families that differ first, the largest difference before; then by branch and name. */
const byDifference = (one: ComparedFamily, other: ComparedFamily) => {
  const size = (family: ComparedFamily) =>
    Math.abs(owedDifference(family)) + Math.abs(creditDifference(family));
  return (
    Number(isDifferent(other)) - Number(isDifferent(one)) ||
    size(other) - size(one) ||
    one.branchCode.localeCompare(other.branchCode) ||
    one.name.localeCompare(other.name) ||
    one.payerId.localeCompare(other.payerId)
  );
};

const hasSum = (family: ComparedSums) =>
  [family.oldOwedLAK, family.oldCreditLAK, family.newOwedLAK, family.newCreditLAK].some(Boolean);

function branchesOf(
  families: readonly ComparedFamily[],
  movedInOn: ReadonlyMap<string, string>,
): MoveComparison['branches'] {
  const branches = new Map<string, MoveComparison['branches'][number]>();
  for (const family of families) {
    const { branchId, branchCode } = family;
    const day = movedInOn.get(branchId) ?? '';
    const none = { branchId, branchCode, families: 0, movedInOn: day, ...nothing };
    const branch = branches.get(branchId) ?? none;
    branches.set(branchId, {
      ...branch,
      ...plus(branch, family),
      families: branch.families + Number(hasSum(family)),
    });
  }
  return [...branches.values()].toSorted((one, other) =>
    one.branchCode.localeCompare(other.branchCode),
  );
}

/** The beginning of a hash over everything that is compared, in an order of its own. */
function codeOf(
  moveId: string,
  families: readonly ComparedFamily[],
  rows: readonly LeftOutMoney[],
  controls: readonly ControlTotal[],
) {
  const sums = families.map((family) => [
    family.branchId,
    family.payerId,
    family.oldOwedLAK,
    family.oldCreditLAK,
    family.newOwedLAK,
    family.newCreditLAK,
  ]);
  const left = rows.map(({ _id, owedLAK, creditLAK, said }) => [_id, owedLAK, creditLAK, said]);
  const totals = controls.map(({ _id, typed, read }) => JSON.stringify([_id, typed, read]));
  const parts = [moveId, sums.map(String).toSorted(), left.map(String).toSorted()];
  // Without control totals the code is that of the sums alone.
  const text = JSON.stringify(totals.length === 0 ? parts : [...parts, totals.toSorted()]);
  return hashOf('', text).slice(0, CHECK_LETTERS);
}

/**
 * The sums of the old book against the balances of the product, by branch and by family, with the
 * rows that are left out. The page shows it, and the signature compares its code.
 */
export async function compareMove(
  db: Db | Tx,
  user: SignedInUser,
  move: MoveRecord,
): Promise<MoveComparison> {
  const written = await readWritten(db);
  const all = familiesOf(move._id, written, await readNow(db, user));
  const families = all.filter(hasSum).toSorted(byDifference);
  const rows = await readLeftOutMoney(db, move._id);
  const controls = await readControlTotals(db, move._id, written);
  const days = written.filter(({ move_id: id }) => id === move._id).map(({ day }) => day);
  return {
    fileName: move.fileName,
    day: days.toSorted().at(-1) ?? null,
    code: codeOf(move._id, families, rows, controls),
    signed: await signatureOf(db, move),
    families,
    branches: branchesOf(all, await readMovedInOn(db)),
    total: all.reduce(plus, nothing),
    controls,
    leftOut: {
      owedLAK: rows.reduce((sum, { owedLAK }) => sum + (owedLAK ?? 0), 0),
      creditLAK: rows.reduce((sum, { creditLAK }) => sum + (creditLAK ?? 0), 0),
      rows,
    },
  };
}
