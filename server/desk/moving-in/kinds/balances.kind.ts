import type { OpeningBalance } from '#contract/imports/opening-sums.ts';
import { currencyOf, sumIn } from '#server/desk/moving-in/cell-money.ts';
import { repeatedRow } from '#server/desk/moving-in/repeated-row.ts';
import { dueDayIn, isSameSum, isWritten } from '#server/desk/moving-in/opening-cells.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import {
  askIfSameDebt,
  balanceOf,
  billedKey,
  isBilledOtherwise,
  likeBalance,
} from '#server/desk/moving-in/like-debts.ts';
import { rowLeftOut, type MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import type { CellChoices } from '#server/lib/sheets/choice-words.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import type { MovingKind } from './moving-kind.ts';

export const sides: CellChoices<'debt' | 'credit'> = {
  debt: { en: 'Owes', lo: 'ຄ້າງ', also: ['debt', 'due', 'ຄ້າງຊຳລະ', 'ໜີ້'] },
  credit: {
    en: 'Credit',
    lo: 'ຍອດຄົງເຫຼືອ',
    also: ['prepaid', 'deposit', 'ເງິນຄົງເຫຼືອ', 'ເງິນຝາກໄວ້', 'ຈ່າຍເກີນ'],
  },
};

/** Of whom a balance is, and the branch in which it stands. */
type Owner = { label: string; branchId: string; studentId: string | null; parentId: string | null };

/** The student or the payer of a row; the student's home branch counts where no other is named. */
function ownerOf(row: MovingRowCheck, known: KnownRecords): Owner | undefined {
  const hasBranch = row.text('branch') !== '';
  const named = hasBranch ? row.branch('branch') : undefined;
  if (row.text('student') === '' && row.text('payer') !== '') {
    const payer = row.named('payer', 'payer');
    const branch = named ?? row.branch('branch');
    return payer && branch
      ? { label: payer.label, branchId: branch.id, studentId: null, parentId: payer.id }
      : undefined;
  }
  row.needed('student');
  const student = row.text('student') === '' ? undefined : row.named('student', 'student');
  if (!student || (hasBranch && !named)) return undefined;
  const branchId = named?.id ?? student.branchId ?? '';
  const parentId = known.payers.get(student.id) ?? null;
  return { label: student.label, branchId, studentId: student.id, parentId };
}

/** What the cells say about the sum; undefined while one of them is wrong or empty. */
export function balanceIn(row: MovingRowCheck, today: string): OpeningBalance | undefined {
  row.needed('side');
  const side = parseChoice(row.text('side'), sides, 'en');
  if ('error' in side) row.fail('side', side.error, [sides.debt.en, sides.credit.en]);
  row.needed('amount');
  const currency = currencyOf(row, 'currency', ['amount']);
  const amount = currency && sumIn(row, 'amount', currency);
  const dueOn = dueDayIn(row, row.text('dueDate'), today);
  if ('error' in side || !side.value || !currency || !amount) return undefined;
  const kind = side.value as OpeningBalance['kind'];
  if (kind === 'debt' && dueOn === null) row.fail('dueDate', 'required');
  return {
    kind,
    currency,
    amount,
    text: row.text('for'),
    billedOn: row.text('billedOn') || null,
    dueOn: kind === 'debt' ? (dueOn ?? null) : null,
    paper: row.text('oldPaper'),
  };
}

const payerOf = ({ parentId, studentId }: Owner) => parentId ?? studentId ?? '';
const beginningOf = (owner: Owner) =>
  balanceOf(payerOf(owner), owner.studentId ?? '', owner.branchId);

/**
 * What makes two rows the same balance: the paper of the payer, else what the row says of it, and
 * of which child in which branch. Of two that were billed on different days the second one has
 * that day in its key.
 */
function keyOf(owner: Owner, money: OpeningBalance, written: KnownRecords['money']): string {
  const { kind, dueOn, text, paper } = money;
  if (paper !== '') return `paper ${payerOf(owner)} ${paper}`;
  const key = `${beginningOf(owner)} ${kind} ${dueOn ?? ''} ${text}`;
  const [before, billed] = [written.get(key)?.money, billedKey(key, money)];
  const isOther = before && isBilledOtherwise(before, money) && isSameSum(before, money);
  return isOther || written.has(billed) ? billed : key;
}

const isNothing = (text: string) => /^[0\s.,₭$฿]*0[\s.,₭$฿]*$/.test(text);

/** Debts and credits of the old book. They are written with the money, after all people are in. */
export const balanceKind: MovingKind = {
  isMoney: true,
  check(row, known) {
    const owner = ownerOf(row, known);
    const name = owner?.label ?? (row.text('student') || row.text('payer'));
    if (isNothing(row.text('amount'))) return rowLeftOut(name, 'amount', 'nothingOwed');
    const { today } = known;
    const money = row.part('balance', [today], () => balanceIn(row, today));
    if (!owner || !money) return row.result(name, { input: null });
    const key = keyOf(owner, money, known.money);
    const field = money.paper === '' ? 'amount' : 'oldPaper';
    const said = [money, owner.studentId, owner.branchId];
    const repeated = repeatedRow(row, known, { name, field, key, said });
    if (repeated) return repeated;
    const written = isWritten(row, known, { key, money, field: 'amount' });
    if (written) known.debts.take(key, row.number);
    const { studentId, parentId, branchId } = owner;
    const like = likeBalance(beginningOf(owner), money);
    const input: BalanceInput = { studentId, parentId, branchId, key, like };
    const result = row.result(name, { input, money: written ? null : money });
    return written && result.state === 'ready' ? { ...result, state: 'same' } : result;
  },
  finish: (row, checked, _taught, { known: { debts }, sheetId }) =>
    askIfSameDebt(row, checked, { debts, sheetId }),
  // A run of people and places leaves these rows to the money.
  write: () => Promise.reject(new Error('Balances are written with the money')),
  remove: () => Promise.resolve(),
};

export type BalanceInput = {
  studentId: string | null;
  parentId: string | null;
  branchId: string;
  key: string;
  /** What it has in common with the same balance of another day. */
  like: string;
  /** True where it was told apart from every one that is written. */
  isApart?: boolean;
};
