import { asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Leaving } from '#contract/classes/leaving.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { done } from './class-data.ts';
import { insertClass, insertProspects } from './class-rows.ts';
import { unnotedStates } from './noted-states.ts';
import { branchId, type TestServer } from './test-server.ts';
import { cash, insertCourse, openDrawer, place, priced, sendVisit, TUITION } from './visits.ts';

/** A place that was charged, and the days of its class. */
export type Sold = {
  studentId: string;
  classId: string;
  orderId: string;
  enrolmentId: string;
  days: string[];
};

/**
 * A desk that sells places of a course with one price for a term, and what is in the books of each.
 */
export async function openPlaceDesk(server: TestServer) {
  const clerk = await server.as('staff');
  const shift = await openDrawer(clerk);
  const vte = await branchId(server.db, 'VTE');
  const term = await insertCourse(server.db);

  /** One adult in one class, with so much cash paid of it. */
  async function sold(
    more: object = {},
    {
      course = term,
      classId: there,
      ...placed
    }: { course?: string; classId?: string } & Record<string, unknown> = {},
  ): Promise<Sold> {
    const studentId = String((await insertProspects(server.db, 1))[0]?._id);
    const classId = there ?? (await insertClass(server.db, { course }))._id;
    const visit = {
      branchId: vte,
      payer: { kind: 'student', studentKey: studentId },
      places: [place(studentId, classId, placed)],
      tenders: [cash(TUITION)],
      shiftId: shift._id,
      ...more,
    };
    const { order } = done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, visit)));
    const [enrolment] = await server.db
      .select()
      .from(enrolmentTable)
      .where(eq(enrolmentTable.studentId, studentId));
    const sessions = await server.db
      .select()
      .from(classSessionTable)
      .where(eq(classSessionTable.classId, classId))
      .orderBy(asc(classSessionTable.date));
    return {
      studentId,
      classId,
      orderId: String(order?._id),
      enrolmentId: String(enrolment?._id),
      days: sessions.map(({ date }) => date),
    };
  }

  return {
    clerk,
    shift,
    vte,
    term,
    sold,
    ask: async ({ enrolmentId }: Pick<Sold, 'enrolmentId'>, lastDay: string) =>
      done<Leaving>(await clerk.get(`/enrolments/${enrolmentId}/leaving?lastDay=${lastDay}`)),
    orderOf: async ({ orderId }: Pick<Sold, 'orderId'>) =>
      (await server.db.select().from(orderTable).where(eq(orderTable._id, orderId)))[0],
    linesOf: async ({ orderId }: Pick<Sold, 'orderId'>) =>
      (
        await server.db
          .select()
          .from(orderLineTable)
          .where(eq(orderLineTable.orderId, orderId))
          .orderBy(orderLineTable.position)
      ).map(({ kind, quantity, sessions, amountLAK }) => [kind, quantity, sessions, amountLAK]),
    creditOf: async ({ studentId }: Pick<Sold, 'studentId'>) =>
      (
        await server.db
          .select()
          .from(paymentTable)
          .where(eq(paymentTable.payerStudentId, studentId))
      ).reduce((sum, { freeLAK }) => sum + freeLAK, 0),
    statusOf: async ({ enrolmentId }: Pick<Sold, 'enrolmentId'>) =>
      (await server.db.select().from(enrolmentTable).where(eq(enrolmentTable._id, enrolmentId)))[0]
        ?.status,
  };
}

/**
 * The books add up, every state is noted, and the centre has the money that it received, to the
 * kip.
 */
export async function expectNothingLost(server: TestServer): Promise<void> {
  expect([(await checkBooks(server.database)).differences, await unnotedStates(server.db)]).toEqual(
    [[], []],
  );
  const { rows } = await server.db.execute(sql`
    select (select sum(amount_lak) from payments where state in ('confirmed', 'pending')) - (select sum(paid_lak + pending_lak) from orders) - (select sum(free_lak) from payments) as lost`);
  expect(Number(rows[0]?.['lost'] ?? 0)).toBe(0);
}
