import type { FieldError } from '#contract/field-errors.ts';
import { shownAmount } from '#contract/money/shown-amount.ts';
import {
  earliestRateDay,
  isLargeRaise,
  rateBeforeRaise,
  rateOn,
  type TeacherRate,
  type TeacherRateInput,
} from '#contract/people/teacher-rates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import type { MovingProblem } from '#server/db/tables/desk/moving-in.table.ts';
import type { RowRecord } from '#server/desk/moving-in/effective-rows.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import type { MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { recordAudit } from '#server/lib/audit.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { Writer } from '#server/lib/writer.ts';
import {
  addFirstRates,
  putTeacherRateBack,
  removeFirstRates,
} from '#server/people/teachers/added-teachers.ts';
import { addTeacherRate, ratesOfTeachers } from '#server/people/teachers/teacher-rates.service.ts';

type Paid = Pick<TeacherRate, 'kind' | 'amount' | 'currency'>;

/** The pay that a row gives a teacher who is there, and the one before; null for none. */
type ChangedPay = { rate: TeacherRateInput; before: Paid | null };
export type PayInput = { pay?: ChangedPay };

const payOf = (input: Record<string, unknown> | null): ChangedPay | undefined =>
  (input as PayInput | null)?.pay;

const shown = ({ amount, currency }: Paid) => `${shownAmount(amount, currency)} ${currency}`;
const isPay = (one: Paid | null | undefined, other: Paid | null | undefined) =>
  one?.kind === other?.kind && one?.amount === other?.amount && one?.currency === other?.currency;
const paid = ({ kind, amount, currency }: Paid): Paid => ({ kind, amount, currency });

/**
 * The pay that a row changes, from today on. A large raise is entered on the page of the teacher,
 * because a second person signs for it there; pay by the session stays.
 */
export function changedPay(
  row: MovingRowCheck,
  { things, today }: KnownRecords,
  teacherId: string,
  rate: TeacherRateInput | null,
): { input: PayInput; changes: Record<string, [string, string]> } | undefined {
  const rates = things.rates.get(teacherId) ?? [];
  const now = rateOn(rates, today);
  if (!rate || isPay(now, rate)) return undefined;
  if (now ? now.kind !== rate.kind : rates.length > 0) {
    row.hint('hourlyRate', `staysHere:${now ? shown(now) : '-'}` as FieldError);
    return undefined;
  }
  const earliest = earliestRateDay(today);
  const before = rateBeforeRaise(rates, { validFrom: rate.validFrom, earliest });
  if (before && isLargeRaise(before, rate))
    return row.fail('hourlyRate', `payNeedsTwo:${shown(before)} → ${shown(rate)}` as FieldError);
  return {
    input: { pay: { rate, before: now ? paid(now) : null } },
    changes: { hourlyRate: [now ? shown(now) : '', shown(rate)] },
  };
}

const lockPay = (tx: Tx, teacherIds: readonly string[]) =>
  takeLocks(tx, { advisoryKeys: teacherIds.map((teacherId) => `teacher:${teacherId}`) });

/** Rows whose teacher has another pay by now than the check has shown. */
export async function paySince(
  tx: Tx,
  rows: readonly RowRecord[],
): Promise<Map<string, MovingProblem>> {
  const changed = rows.filter(({ input }) => payOf(input) !== undefined);
  const ids = changed.flatMap(({ recordId }) => recordId ?? []);
  await lockPay(tx, ids);
  const rates = await ratesOfTeachers(tx, ids);
  const edited = changed.filter(({ recordId, input }) => {
    const { rate, before } = payOf(input) ?? {};
    const own = rates.filter(({ teacherId }) => teacherId === recordId);
    return rate !== undefined && !isPay(rateOn(own, rate.validFrom), before);
  });
  return new Map(
    edited.map(({ _id }) => [_id, { field: 'hourlyRate', error: 'changedSinceCheck' }]),
  );
}

/** Writes the pay of a row, by the rules of the page of the teacher. */
export async function changePay(
  writer: Writer,
  teacherId: string,
  input: Record<string, unknown>,
): Promise<void> {
  const { tx, user, actor } = writer;
  const { rate } = payOf(input) ?? {};
  if (!rate) return;
  if ((await ratesOfTeachers(tx, [teacherId])).length === 0)
    return addFirstRates(writer, [{ ...rate, teacherId }]);
  const post = { ...rate, approvalToken: null };
  const { audit } = await addTeacherRate(tx, user, teacherId, post);
  await recordAudit(tx, actor, audit);
}

/** True while the pay that a row wrote is the one in force. */
const isInForce = (rates: readonly TeacherRate[], today: string, { rate }: ChangedPay): boolean => {
  const now = rateOn(rates, today);
  return now?.validFrom === rate.validFrom && isPay(now, rate);
};

/**
 * Puts the pay of before back: a first rate goes, and every other one is followed by the old pay,
 * because rates are only added. Throws if the pay is another one by now.
 */
export async function changePayBack(
  writer: Writer,
  teacherId: string,
  input: Record<string, unknown>,
): Promise<void> {
  const { tx } = writer;
  const pay = payOf(input);
  if (!pay) return;
  await lockPay(tx, [teacherId]);
  const today = await todayInLaos(tx);
  const rates = await ratesOfTeachers(tx, [teacherId]);
  if (!isInForce(rates, today, pay)) throw new ApiError('importInUse');
  const [first, another] = rates;
  if (pay.before === null) {
    if (first?._id !== teacherId || another) throw new ApiError('importInUse');
    return removeFirstRates(tx, [teacherId]);
  }
  const { validFrom, note } = pay.rate;
  const earliest = earliestRateDay(today);
  const day = validFrom < earliest ? earliest : validFrom;
  await putTeacherRateBack(writer, teacherId, { ...pay.before, validFrom: day, note });
}

/** The ids of teachers who have another pay by now than one of these rows gave them. */
export async function usedPay(
  db: Db,
  rows: readonly Pick<RowRecord, 'recordId' | 'input'>[],
  today: string,
): Promise<ReadonlySet<string>> {
  const changed = rows.flatMap(({ recordId, input }) => {
    const pay = payOf(input);
    return recordId !== null && pay ? [{ recordId, pay }] : [];
  });
  const ids = changed.map(({ recordId }) => recordId);
  const rates = await ratesOfTeachers(db, ids);
  const own = (id: string) => rates.filter(({ teacherId }) => teacherId === id);
  const used = changed.filter(({ recordId, pay }) => !isInForce(own(recordId), today, pay));
  return new Set(used.map(({ recordId }) => recordId));
}
