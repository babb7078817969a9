import { sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { liveStatuses } from '#contract/classes/class-changes.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { seatsTaken, waitingCount } from '#server/academic/classes/seats.ts';

// The names of tables are written out, because the query builder drops them in a list of columns.

/** A time in the format of answers. */
export const stampOf = (column: string): SQL<string> =>
  sql<string>`to_char(${sql.raw(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The phone number to call: the payer's, else another guardian's, else the student's. */
const phone = sql.raw(`coalesce((
  select parent.phone from guardians guardian join parents parent on parent.id = guardian.parent_id
  where guardian.student_id = students.id and parent.phone <> ''
  order by guardian.is_payer desc, guardian.is_primary_contact desc, guardian.position
  limit 1), students.phone)`);

/** One seat with its student and its class, as `PendingPlace`. */
export const placeJson = sql`jsonb_build_object(
  'enrolmentId', enrolments.id, 'version', enrolments.version, 'studentId', students.id,
  'firstName', students.first_name, 'lastName', students.last_name, 'firstNameEn',
    students.first_name_en, 'lastNameEn', students.last_name_en,
  'nickname', students.nickname, 'dateOfBirth', students.date_of_birth, 'phone', ${phone},
  'classId', classes.id, 'classCode', classes.class_code, 'slots', classes.slots, 'capacity',
    classes.capacity, 'seatsTaken', ${seatsTaken}, 'waiting', ${waitingCount})`;

/** Enrolments with their students and classes. */
export const placeTables = sql.raw(`
  enrolments
  join students on students.id = enrolments.student_id
  join classes on classes.id = enrolments.class_id`);

/** Holds that still run, by the clock. */
export const isHeld = sql.raw(
  `
    enrolments.status = 'pending'
      and coalesce(enrolments.seat_hold_until > clock_timestamp(), true)`,
);

/**
 * The quantity of tuition that running orders still charge; a correction names the enrolment with a
 * negative quantity.
 */
const chargedBy = (bases?: string) => `(
  select coalesce(sum(line.quantity), 0)
  from order_lines line
  join orders charged on charged.id = line.order_id and charged.state in ('held', 'confirmed')
  ${bases === undefined ? '' : `join course_fees fee on fee.id = line.fee_id and fee.basis = '${bases}'`}
  where line.enrolment_id = enrolments.id and line.kind = 'tuition') > 0`;
export const isCharged = sql.raw(chargedBy());
export const isChargedByTerm = sql.raw(chargedBy('term'));

/** True for the seat that a transfer holds; the decision about the transfer decides it too. */
export const isOfTransfer = sql.raw(
  'exists (select from transfer_requests transfer where transfer.to_enrolment_id = enrolments.id)',
);

export const isOfLiveClass = sql.raw(
  `classes.status in (${liveStatuses.map((status) => `'${status}'`).join(', ')})`,
);

/** The product lines of an order, which are reserved with it. */
export const goodsOfOrder = sql.raw(`coalesce((
  select jsonb_agg(
    jsonb_build_object('nameEn', line.name_en, 'nameLo', line.name_lo) order by line.position
  )
  from order_lines line
  where line.order_id = orders.id and line.kind = 'product' and line.of_line_id is null), '[]')`);

/** The rows of a table that belong to the shown branch. */
export function placesOfBranch(
  user: SignedInUser,
  branchId: string | undefined,
  table: 'enrolments' | 'orders',
): SQL {
  const shown = seesAllBranches(user.role) ? branchId : user.branchId;
  return shown === undefined ? sql`true` : sql`${sql.raw(table)}.branch_id = ${shown}`;
}
