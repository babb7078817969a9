import { sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { addDays } from '#contract/dates.ts';
import type { TransferReason } from '#contract/classes/transfer-kinds.ts';
import { transferDecision, transferInput } from '#contract/classes/transfers.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { serverActor } from '#server/lib/audit.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import type { Writer } from '#server/lib/writer.ts';
import { askTransfer } from '#server/desk/class-transfers/ask-transfer.service.ts';
import { decideTransfer } from '#server/desk/class-transfers/decide-transfer.service.ts';
import { previewTransfer } from '#server/desk/class-transfers/preview.service.ts';
import { transferTable } from '#server/db/tables/desk/transfers.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { clerksOf, type SeedColleague } from './colleagues.ts';

type Wish = {
  from: string;
  course: string;
  to: string;
  toCourse: string;
  reasonCode: TransferReason;
  reason?: string;
  ends?: 'done' | 'refused';
};

/** Transfers that families asked for, with their outcome; those without one are still open. */
const wishes: readonly Wish[] = [
  {
    from: 'VTE',
    course: 'ENG-A1',
    to: 'VTE',
    toCourse: 'ENG-A1',
    reasonCode: 'schedule',
    ends: 'done',
  },
  {
    from: 'VTE',
    course: 'ENG-A2',
    to: 'VTE',
    toCourse: 'ENG-A1',
    reasonCode: 'level',
    ends: 'done',
  },
  {
    from: 'VTE',
    course: 'ENG-B1',
    to: 'VTE',
    toCourse: 'ENG-A2',
    reasonCode: 'level',
    reason: 'ຄູບອກວ່າໄວເກີນໄປ',
    ends: 'refused',
  },
  {
    from: 'VTE',
    course: 'ENG-A1',
    to: 'VTE',
    toCourse: 'ENG-A1',
    reasonCode: 'schedule',
    reason: 'ແມ່ມາສົ່ງໄດ້ສະເພາະວັນເສົາ',
  },
  {
    from: 'LPB',
    course: 'ENG-A2',
    to: 'VTE',
    toCourse: 'ENG-A2',
    reasonCode: 'branch',
    reason: 'ຍ້າຍບ້ານມາວຽງຈັນ',
  },
  { from: 'PKS', course: 'ENG-A1', to: 'PKS', toCourse: 'ENG-A2', reasonCode: 'level' },
];

type Choice = { enrolmentId: string; toClassId: string };

/**
 * Enrolments in the first course that are paid by one order, each with a class of the other course
 * that has seats.
 */
async function choicesFor(tx: Tx, { from, course, to, toCourse }: Wish): Promise<Choice[]> {
  const { rows } = await tx.execute<Choice>(sql`
    select place.id as "enrolmentId", next.id as "toClassId"
    from ${enrolmentTable} place
    join ${classTable} class on class.id = place.class_id and class.status = 'running'
    join ${courseTable} course on course.id = place.course_id and course.code = ${course}
    join ${branchTable} branch on branch.id = place.branch_id and branch.code = ${from}
    join ${branchTable} other on other.code = ${to}
    join ${courseTable} wanted on wanted.code = ${toCourse}
    join ${classTable} next on next.branch_id = other.id and next.course_id = wanted.id
      and next.status = 'running' and next.id <> class.id
    where place.status = 'active'
      and place.type = 'regular'
      and (
        select count(*)
        from ${orderLineTable} line
        join ${orderTable} paid_order on paid_order.id = line.order_id
          and paid_order.state = 'confirmed'
        where line.enrolment_id = place.id and line.kind = 'tuition'
      ) = 1
      and not exists (select from ${transferTable} asked where asked.enrolment_id = place.id)
    order by place.id desc limit 6`);
  return rows;
}

/** The price difference, if nothing prevents the transfer. */
async function differenceOf(
  tx: Tx,
  user: SignedInUser,
  choice: Choice,
  effectiveDate: string,
): Promise<number | undefined> {
  try {
    const { sums, findings } = await previewTransfer(tx as never, user, {
      ...choice,
      effectiveDate,
      keepDiscounts: 'true',
    });
    return findings.some(({ weight }) => weight !== 'warn') ? undefined : sums.differenceLAK;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Adds transfers as the desk requests them and an admin decides them, by the same rules. */
export async function addChangesOfClass(tx: Tx, people: readonly SeedColleague[]): Promise<void> {
  const effectiveDate = addDays(await todayInLaos(tx), 3);
  const { rows: branches } = await tx.execute<{ id: string; code: string }>(
    sql`select id, code from ${branchTable}`,
  );
  const owner = people.find(({ role }) => role === 'superadmin');
  for (const wish of wishes) {
    const [clerk] = clerksOf(people, branches.find(({ code }) => code === wish.from)?.id ?? '');
    if (!clerk || !owner) continue;
    const writerOf = (user: SeedColleague): Writer => ({
      tx,
      user,
      actor: { ...serverActor, user },
    });
    for (const choice of await choicesFor(tx, wish)) {
      const expectedDifference = await differenceOf(tx, clerk, choice, effectiveDate);
      if (expectedDifference === undefined) continue;
      const { reasonCode, reason = '', ends } = wish;
      const { answer } = await askTransfer(
        writerOf(clerk),
        transferInput.parse({
          ...choice,
          effectiveDate,
          reasonCode,
          reason,
          expectedDifference,
          acceptWarnings: true,
        }),
      );
      if (ends)
        await decideTransfer(
          writerOf(owner),
          answer._id,
          transferDecision.parse({
            version: answer.version,
            decision: ends === 'done' ? 'approve' : 'refuse',
            reason: ends === 'done' ? '' : 'ຄູຂໍໃຫ້ລໍຖ້າຜົນສອບກາງພາກ',
          }),
        );
      break;
    }
  }
}
