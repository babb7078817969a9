import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { addChangesOfClass } from '#server/seed/history/changes-of-class.ts';
import { closeDemoDays } from '#server/seed/history/closed-days.ts';
import { addColleagues, peopleOf } from '#server/seed/history/colleagues.ts';
import {
  addComingStates,
  addMidTermPlaces,
  addNextTermPlaces,
  addTrials,
} from '#server/seed/history/coming-places.ts';
import {
  addSettlements,
  letARateGrowOld,
  loadDemoStatement,
  raiseReorderLevels,
  sendLateBox,
} from '#server/seed/history/office.ts';
import { addPastClasses } from '#server/seed/history/past-classes.ts';
import {
  addPastMarks,
  addPastScores,
  addPastStates,
  letSomeSlip,
  setArrivals,
} from '#server/seed/history/past-marks.ts';
import { addShortClasses } from '#server/seed/history/short-classes.ts';
import { addAuditTrail, addReads } from '#server/seed/history/traces.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { addDemoPending } from './demo-pending.ts';
import { addDemoOrders } from '#server/seed/orders/demo-orders.ts';

/** Adds past terms with their enrolments, and the enrolments to come. */
async function addTerms(tx: Tx): Promise<void> {
  await addColleagues(tx);
  const admin = (await peopleOf(tx)).find(({ role }) => role === 'admin');
  await addPastClasses(tx);
  await addMidTermPlaces(tx);
  await addPastStates(tx);
  await addPastMarks(tx, admin?._id ?? '');
  await addPastScores(tx, admin?._id ?? '');
  await letSomeSlip(tx);
  await addShortClasses(tx);
  await addNextTermPlaces(tx);
  await addComingStates(tx);
  await addTrials(tx);
  await setArrivals(tx);
}

/** Adds the office work beside the desk, and the entries that everybody left in the log. */
async function addOffice(tx: Tx): Promise<void> {
  const people = await peopleOf(tx);
  const branches = Object.fromEntries(
    (await tx.select({ code: branchTable.code, _id: branchTable._id }).from(branchTable)).map(
      ({ code, _id }) => [code, _id],
    ),
  );
  await addChangesOfClass(tx, people);
  await addSettlements(tx, branches, people);
  await loadDemoStatement(tx, branches['VTE'] ?? '', people);
  await closeDemoDays(tx, Object.values(branches), people);
  await sendLateBox(
    tx,
    branches,
    people.find(({ role, branchId }) => role === 'staff' && branchId === branches['LPB']),
  );
  await raiseReorderLevels(tx);
  await letARateGrowOld(
    tx,
    people.find(({ role }) => role === 'finance'),
  );
  await addAuditTrail(tx, people);
  await addReads(tx);
}

/**
 * Adds what a centre has after a year: past terms, money, and open tasks for today, so that every
 * chart and list has content. `db` contains the demo centre; a new centre that only tries things
 * out goes without it.
 */
export async function addDemoHistory(db: Db): Promise<void> {
  await db.transaction(addTerms);
  await db.transaction(addDemoOrders);
  await db.transaction(addDemoPending);
  // After a bulk insert the planner has no statistics and joins row by row; the embedded engine
  // never analyses by itself.
  await db.execute(
    sql`
      analyze attendance, class_sessions, classes, enrolments, enrolment_states, students, orders,
        order_lines, payments, allocations, receipts, drawer_movements`,
  );
  await db.transaction(addOffice);
}
