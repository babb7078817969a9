import { sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { HeldFamilies, HeldFamily, HeldPlace } from '#contract/classes/continuing-replies.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import {
  continuingLetterTable,
  continuingReplyTable,
} from '#server/db/tables/desk/continuing.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { transferTable } from '#server/db/tables/desk/transfers.table.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';

/** The rows of one branch: the user's own, or the asked one of a user who sees all. */
export const heldInBranch = (
  user: SignedInUser,
  branchId: string | null | undefined,
  column: SQL,
) => {
  const shown = seesAllBranches(user.role) ? (branchId ?? undefined) : user.branchId;
  return shown === undefined ? sql`true` : sql`${column} = ${shown}`;
};

/**
 * Held seats of continuing students that nobody has paid for: the desk's bill answers a place
 * without a tap, and it leaves the list.
 */
export const isHeldUnbilled = sql`(
  enrolments.continuing_until is not null and enrolments.status = 'pending'
  and coalesce(enrolments.seat_hold_until > clock_timestamp(), true)
  and not exists (
    select from ${orderLineTable} line
    join ${orderTable} charged on charged.id = line.order_id
      and charged.state in ('held', 'confirmed')
    where line.enrolment_id = enrolments.id)
  and not exists (
    select from ${transferTable} transfer where transfer.to_enrolment_id = enrolments.id))`;

/** The last reply to each enrolment that was not taken back, joined as `said`. */
export const lastReply = sql`
  left join lateral (
    select reply.id, reply.answer, reply.reason, reply.later_on, reply.at,
      coalesce(trim(person.first_name || ' ' || person.last_name), '') as by
    from ${continuingReplyTable} reply
    left join ${userTable} person on person.id = reply.by_id
    where reply.enrolment_id = enrolments.id and reply.answer <> 'undo'
      and not exists (
        select from ${continuingReplyTable} taken_back where taken_back.undoes_id = reply.id)
    order by reply.at desc, reply.id desc limit 1) said on true`;

const stampOf = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** A family is its payer: the paying guardian, else the student. */
const payerId = sql.raw('coalesce(payer.parent_id, enrolments.student_id)');

type Row = Omit<HeldFamily, 'places' | 'letters'> & { place: HeldPlace };

/** The rows of places with their payers, in the order in which families are called. */
async function readRows(db: Db | Tx, which: SQL): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select ${payerId} as "payerId", enrolments.branch_id as "branchId",
      case when payer.parent_id is null then 'student' else 'parent' end as kind,
      coalesce(parent.first_name || ' ' || parent.last_name,
        students.first_name || ' ' || students.last_name) as "payerName",
      case when payer.parent_id is null
        then trim(students.first_name_en || ' ' || students.last_name_en) else '' end
        as "payerNameEn",
      coalesce(nullif(parent.phone, ''), (
        select other.phone from ${guardianTable} guardian
        join ${parentTable} other on other.id = guardian.parent_id
        where guardian.student_id = students.id and other.phone <> ''
        order by guardian.is_primary_contact desc, guardian.position limit 1),
        students.phone) as phone,
      jsonb_build_object(
        'enrolmentId', enrolments.id, 'version', enrolments.version, 'studentId', students.id,
        'studentCode', students.student_code, 'firstName', students.first_name,
        'lastName', students.last_name, 'firstNameEn', students.first_name_en,
        'lastNameEn', students.last_name_en, 'nickname', students.nickname,
        'classId', classes.id, 'classCode', classes.class_code, 'slots', classes.slots,
        'until', enrolments.continuing_until, 'isHeld', enrolments.status = 'pending',
        'reply', case when said.id is not null then jsonb_build_object(
          'answer', said.answer, 'reason', said.reason, 'laterOn', said.later_on, 'by', said.by,
          'at', ${stampOf('said.at')}) end) as place
    from ${enrolmentTable} enrolments
    join ${studentTable} students on students.id = enrolments.student_id
    join ${classTable} classes on classes.id = enrolments.class_id
    left join ${guardianTable} payer on payer.student_id = students.id and payer.is_payer
    left join ${parentTable} parent on parent.id = payer.parent_id
    ${lastReply}
    where ${which} and not students.archived
      and (${isHeldUnbilled} or (enrolments.status = 'cancelled' and said.answer = 'no'))
    order by enrolments.status = 'cancelled', said.answer is not null, said.answer = 'yes',
      enrolments.continuing_until, lower(students.first_name), enrolments.id`);
  return rows;
}

type Letter = HeldFamily['letters'][number] & { payerId: string; branchId: string };

/** The marks of the letters of a term; those of merged people stand with who replaced them. */
async function readLetters(db: Db | Tx, termId: string): Promise<Letter[]> {
  const { rows } = await db.execute<Letter>(sql`
    select coalesce(parent.merged_into_id, parent.id, student.merged_into_id, student.id)
        as "payerId",
      letter.branch_id as "branchId", letter.way, ${stampOf('letter.at')} as at,
      coalesce(trim(person.first_name || ' ' || person.last_name), '') as by
    from ${continuingLetterTable} letter
    left join ${parentTable} parent on parent.id = letter.payer_parent_id
    left join ${studentTable} student on student.id = letter.payer_student_id
    left join ${userTable} person on person.id = letter.by_id
    where letter.term_id = ${termId} order by letter.at desc, letter.id desc`);
  return rows;
}

/** The places of a term in the branches that a person sees. */
const ofTerm = (user: SignedInUser, termId: string, branchId: string | undefined): SQL =>
  sql`enrolments.term_id = ${termId}
    and ${heldInBranch(user, branchId, sql`enrolments.branch_id`)}`;

/** The families of a term by payer and branch. */
export async function readHeldFamilies(
  db: Db | Tx,
  user: SignedInUser,
  termId: string,
  branchId: string | undefined,
): Promise<HeldFamily[]> {
  const rows = await readRows(db, ofTerm(user, termId, branchId));
  const letters = rows.length === 0 ? [] : await readLetters(db, termId);
  const families = new Map<string, HeldFamily>();
  for (const { place, ...payer } of rows) {
    const key = `${payer.payerId} ${payer.branchId}`;
    const known = families.get(key);
    if (known) known.places.push(place);
    else
      families.set(key, {
        ...payer,
        places: [place],
        letters: letters
          .filter((one) => one.payerId === payer.payerId && one.branchId === payer.branchId)
          .map(({ way, by, at }) => ({ way, by, at })),
      });
  }
  return [...families.values()];
}

/** The latest day until which a seat without a yes can be held. */
async function readLastFirstDay(db: Db | Tx, which: SQL): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(sql`
    select max(classes.start_date)::text as day from ${enrolmentTable} enrolments
    join ${classTable} classes on classes.id = enrolments.class_id
    ${lastReply}
    where ${which} and ${isHeldUnbilled} and said.answer is distinct from 'yes'`);
  return rows[0]?.day ?? null;
}

/** GET `/academic-terms/{id}/continuing`. */
export async function listHeldFamilies(
  db: Db,
  user: SignedInUser,
  termId: string,
  branchId: string | undefined,
): Promise<HeldFamilies> {
  const families = await readHeldFamilies(db, user, termId, branchId);
  const today = await todayInLaos(db);
  const freeTomorrow = families
    .flatMap(({ places }) => places)
    .filter(({ isHeld, until, reply }) => isHeld && until === today && reply?.answer !== 'yes');
  const lastFirstDay = await readLastFirstDay(db, ofTerm(user, termId, branchId));
  return { today, families, freeTomorrow: freeTomorrow.length, lastFirstDay };
}
