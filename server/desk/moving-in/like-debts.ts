import { and, eq, like, not, sql } from 'drizzle-orm';
import type { FieldError } from '#contract/field-errors.ts';
import type { OpeningBalance, OpeningMoney } from '#contract/imports/opening-sums.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { movedMoneyTable, movingRowTable } from '#server/db/tables/desk/moving-in.table.ts';
import type { BalanceInput } from '#server/desk/moving-in/kinds/balances.kind.ts';
import { OTHER_DEBT } from './columns.ts';
import type { RowRecord } from './effective-rows.ts';
import { yesOrNo } from './like-people.ts';
import { rowTwice, type CheckedMovingRow, type MovingRowCheck } from './row-check.ts';
import { isVoidedMoney } from './voided-money.ts';

/** A debt or a credit that a sheet has written, and the day on which that was. */
type WrittenDebt = { key: string; sheetId: string; day: string; money: OpeningBalance };
type Like = { open: WrittenDebt[]; taken: number | undefined };

/** Keys of balances without a paper begin with whose they are: payer, child and branch. */
const BALANCE = 'balance';
const OWNER_WORDS = 4;

/** The beginning of the key of a balance without a paper. */
export const balanceOf = (payer: string, studentId: string, branchId: string): string =>
  [BALANCE, payer, studentId, branchId].join(' ');

const ownerIn = (key: string) => key.split(' ', OWNER_WORDS).join(' ');

/** Everything that two balances have alike which are one, whatever their days say. */
export const likeBalance = (
  owner: string,
  { kind, currency, amount, text }: OpeningBalance,
): string => [owner, kind, currency, amount, text].join(' ');

/** True for two days of billing that differ; a day that one of them lacks tells nothing apart. */
export const isBilledOtherwise = (one: OpeningMoney, other: OpeningMoney): boolean =>
  one.kind !== 'place' &&
  other.kind !== 'place' &&
  one.billedOn !== null &&
  other.billedOn !== null &&
  one.billedOn !== other.billedOn;

/** The key of a balance whose own key another one has, which was billed on another day. */
export const billedKey = (key: string, { billedOn }: OpeningBalance): string =>
  `${key} | ${billedOn}`;

/** The balances without a paper that sheets have written, and the rows that are one of them. */
export class KnownDebts {
  readonly #like = new Map<string, WrittenDebt[]>();
  readonly #taken = new Map<string, number>();

  add(key: string, { money, ...of }: { sheetId: string; day: string; money: OpeningMoney }): void {
    if (money.kind === 'place' || !key.startsWith(`${BALANCE} `)) return;
    const at = likeBalance(ownerIn(key), money);
    this.#like.set(at, [...(this.#like.get(at) ?? []), { ...of, key, money }]);
  }

  /** A written balance is this row, so no other row is it. */
  take(key: string, number: number): void {
    if (!this.#taken.has(key)) this.#taken.set(key, number);
  }

  /**
   * The balances like one that no row is yet, by their due days, and the row that is another one.
   * Rows of one sheet are told apart by it, unless they have the same key.
   */
  like(at: string, { key, sheetId }: { key: string; sheetId: string }): Like {
    const all = (this.#like.get(at) ?? []).filter(
      (one) => one.sheetId !== sheetId || key.startsWith(one.key),
    );
    const rows = all.flatMap((one) => this.#taken.get(one.key) ?? []);
    const dueOf = ({ money }: WrittenDebt) => money.dueOn ?? '';
    return {
      open: all
        .filter((one) => !this.#taken.has(one.key))
        .toSorted((one, other) => dueOf(one).localeCompare(dueOf(other))),
      taken: rows[0],
    };
  }
}

type WrittenMoney = Map<string, { day: string; money: OpeningMoney }>;

/** Adds the money that moves have written and that still counts. */
export async function addWrittenMoney(
  db: Db | Tx,
  known: { money: WrittenMoney; debts: KnownDebts },
): Promise<void> {
  const { key, day, money, rowId } = movedMoneyTable;
  const rows = await db
    .select({ key, day, money, sheetId: movingRowTable.sheetId })
    .from(movedMoneyTable)
    .innerJoin(movingRowTable, eq(movingRowTable._id, rowId))
    .where(not(isVoidedMoney));
  for (const { key: own, ...written } of rows) {
    known.money.set(own, written);
    known.debts.add(own, written);
  }
}

const shownDay = (day: string) => day.split('-').toReversed().join('/');
const MOST_SHOWN = 3;

function question(open: readonly WrittenDebt[]): FieldError {
  const days = open
    .slice(0, MOST_SHOWN)
    .map(({ day, money }) =>
      money.dueOn === null ? shownDay(day) : `${shownDay(money.dueOn)} (${shownDay(day)})`,
    );
  const isCredit = open.some(({ money }) => money.kind === 'credit');
  return `${isCredit ? 'sameCredit' : 'sameDebt'}:${days.join(', ')}` as FieldError;
}

/**
 * Asks whether a balance with another day is one that is written already, or another one. Both are
 * told apart by nothing else, so nothing is written before somebody answers.
 */
export function askIfSameDebt(
  row: MovingRowCheck,
  checked: CheckedMovingRow,
  { debts, sheetId }: { debts: KnownDebts; sheetId: string },
): CheckedMovingRow {
  const { name, state, money } = checked;
  const input = checked.input as BalanceInput | null;
  if (state !== 'ready' || !input || !money || money.kind === 'place') return checked;
  const { open, taken } = debts.like(input.like, { key: input.key, sheetId });
  const [first] = open;
  const said = yesOrNo(row.text(OTHER_DEBT));
  if (said === 'no' && first) {
    debts.take(first.key, row.number);
    const { dueOn } = first.money;
    if (dueOn !== null && dueOn !== money.dueOn)
      row.hint('dueDate', `staysHere:${shownDay(dueOn)}` as FieldError);
    return { ...row.result(name, { input, money: null }), state: 'same' };
  }
  if (said === 'no' && taken !== undefined) return rowTwice(name, OTHER_DEBT, taken);
  if (said === undefined && first) {
    row.fail(OTHER_DEBT, question(open), ['yes', 'no']);
    return row.result(name, { input: null });
  }
  const isApart = first !== undefined || taken !== undefined;
  return isApart ? { ...checked, input: { ...input, isApart } } : checked;
}

/**
 * The rows that are like a balance which another sheet has written since they were checked. They
 * are asked about by the next check.
 */
export async function likeWrittenSince(
  db: Db | Tx,
  rows: readonly RowRecord[],
): Promise<ReadonlySet<string>> {
  const asked = rows.flatMap(({ _id, sheetId, input }) => {
    const { like: at, isApart = false } = (input ?? {}) as Partial<BalanceInput>;
    return at === undefined || isApart ? [] : [{ _id, sheetId, at }];
  });
  if (asked.length === 0) return new Set();
  const { key, money } = movedMoneyTable;
  const owners = sql.param([...new Set(asked.map(({ at }) => ownerIn(at)))]);
  const written = await db
    .select({ key, money, sheetId: movingRowTable.sheetId })
    .from(movedMoneyTable)
    .innerJoin(movingRowTable, eq(movingRowTable._id, movedMoneyTable.rowId))
    .where(
      and(
        like(key, `${BALANCE} %`),
        sql`array_to_string((string_to_array(${key}, ' '))[1:${sql.raw(String(OWNER_WORDS))}], ' ')
          = any(${owners}::text[])`,
        not(isVoidedMoney),
      ),
    );
  const sheets = new Map<string, string[]>();
  for (const one of written)
    if (one.money.kind !== 'place') {
      const at = likeBalance(ownerIn(one.key), one.money);
      sheets.set(at, [...(sheets.get(at) ?? []), one.sheetId]);
    }
  return new Set(
    asked
      .filter(({ at, sheetId }) => sheets.get(at)?.some((other) => other !== sheetId))
      .map(({ _id }) => _id),
  );
}
