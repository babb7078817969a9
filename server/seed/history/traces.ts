import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { addDays, weekdayOf } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import {
  announcementReadTable,
  announcementTable,
} from '#server/db/tables/centre/announcements.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import type { SeedColleague } from './colleagues.ts';
import { drawn } from './past-marks.ts';

const LOGGED_DAYS = 12;
const devices = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/143.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14) Chrome/143.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1',
];

type Entry = typeof auditTable.$inferInsert;

/** An entry by a user, at a time of the centre's clock. */
function entryOf(
  one: SeedColleague,
  at: string,
  about: Pick<Entry, 'action' | 'entity' | 'entityId'> & Partial<Entry>,
): Entry {
  const device = devices[one.email.length % devices.length] ?? '';
  return {
    _id: uuidv7(),
    at: new Date(`${at}:00+07:00`).toISOString(),
    actorId: one._id,
    actorName: `${one.firstName} ${one.lastName}`,
    role: one.role,
    branchId: one.branchId,
    recordBranchId: one.branchId,
    ip: '192.0.2.14',
    device,
    requestId: '',
    clientKey: null,
    before: null,
    after: null,
    reason: '',
    ...about,
  };
}

/** Signs each account in at the beginning and out at the end of every working day. */
function signIns(people: readonly SeedColleague[], days: readonly string[]): Entry[] {
  return days.flatMap((day, n) =>
    people.flatMap((one, at): Entry[] => {
      const minute = String(((n * 7 + at * 11) % 50) + 5).padStart(2, '0');
      const about = { entity: 'users', entityId: one._id };
      if (one.role === 'superadmin' && n % 3 !== 0) return [];
      const failed =
        (n + at) % 17 === 0
          ? [entryOf(one, `${day}T07:${minute}`, { ...about, action: 'sign-in-failed' })]
          : [];
      return [
        ...failed,
        entryOf(one, `${day}T08:${minute}`, { ...about, action: 'sign-in' }),
        entryOf(one, `${day}T18:${minute}`, { ...about, action: 'sign-out' }),
      ];
    }),
  );
}

/**
 * Fills the audit log of the last working days: sign-ins, refused pages, and every existing order,
 * student, slip, drawer and session.
 */
export async function addAuditTrail(tx: Tx, people: readonly SeedColleague[]): Promise<void> {
  const today = await todayInLaos(tx);
  const days = Array.from({ length: LOGGED_DAYS }, (_day, at) =>
    addDays(today, at - LOGGED_DAYS),
  ).filter((day) => weekdayOf(day) !== 7);
  const curious = people.filter(({ role }) => role === 'staff' || role === 'finance').slice(0, 2);
  const refused = curious.map((one, at) =>
    entryOf(one, `${days[3 + at] ?? today}T10:2${at}`, {
      action: 'refused',
      entity: 'screens',
      entityId: at === 0 ? '/Reprot/FinancialReports' : '/staff-accounts',
    }),
  );
  await insertMany(tx, auditTable, [...signIns(people, days), ...refused]);
  await tx.execute(sql`
    insert into ${auditTable} (
      id, at, actor_id, actor_name, role, branch_id, record_branch_id, ip, device, request_id,
        action, entity, entity_id, before, after
    )
    select gen_random_uuid(), made.at, who.id, who.first_name || ' ' || who.last_name, who.role,
      who.branch_id, made.branch_id, '192.0.2.14', ${devices[0]}::text, '', made.action,
      made.entity, made.entity_id::text, made.before, made.after
    from (
      select at, by_id, branch_id, 'create' as action, 'orders' as entity, id as entity_id,
        null::jsonb as before, jsonb_build_object('number', number, 'totalLAK', total_lak) as after
      from ${orderTable}
      union all
      select decided_at + interval '40 minutes', decided_by_id, branch_id, 'confirmSlip',
        'payments', id, null, jsonb_build_object('state', 'confirmed', 'amountLAK', amount_lak)
      from ${paymentTable}
      where method <> 'cash' and state = 'confirmed' and amount_lak > 0
      union all
      select closed_at, closed_by_id, branch_id, 'close', 'shifts', id, null,
        jsonb_build_object('day', day)
      from ${shiftTable}
      where closed_at is not null
      union all
      select attendance_taken_at, attendance_taken_by_id, branch_id, 'create', 'class-sessions', id,
        null, jsonb_build_object('date', date, 'start', start_time)
      from ${classSessionTable}
      where attendance_taken_at is not null
      union all
      select student.created_at, clerk.id, student.home_branch_id, 'create', 'students', student.id,
        null,
        jsonb_build_object(
          'firstName', student.first_name, 'lastName', student.last_name, 'studentCode',
            student.student_code
        )
      from ${studentTable} student
      cross join lateral (
        select id
        from ${userTable}
        where role = 'staff' and branch_id = student.home_branch_id
        order by email
        limit 1
      ) clerk
      union all
      select now() - interval '4 days' + ${drawn('student.student_code', 3000)} * interval '1 minute',
        clerk.id, student.home_branch_id, 'update', 'students', student.id,
        jsonb_build_object(
          'phone', '+85620555' || (50000 + ${drawn('student.student_code', 9000)})
        ),
        jsonb_build_object('phone', student.phone)
      from ${studentTable} student
      cross join lateral (
        select id
        from ${userTable}
        where role = 'staff' and branch_id = student.home_branch_id
        order by email
        limit 1
      ) clerk
      where student.phone <> '' and ${drawn(`student.student_code || 'phone'`, 100)} < 12
    ) made join ${userTable} who on who.id = made.by_id where made.at between now() - interval '12 days' and now()`);
}

/** Marks announcements as read by most accounts, some of them days later. */
export async function addReads(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into ${announcementReadTable} (announcement_id, user_id, read_at)
    select announcement.id, who.id, read.at
    from ${announcementTable} announcement
    join ${userTable} who on who.role = any(announcement.roles)
      and (
        announcement.branch_ids = '{}' or who.branch_id = any(announcement.branch_ids)
          or who.role = 'superadmin'
      )
    cross join lateral (
      select announcement.publish_from + interval '8 hours' + ${drawn('who.email || announcement.title_lo', 1900)} * interval '1 minute'
        as at
    ) read
    where announcement.state = 'published'
      and read.at < now()
      and ${drawn(`announcement.title_lo || who.email || 'reads'`, 100)} < 72
      and who.email not like 'staff@%'
      and who.email not like 'admin@%'
      and who.email not like 'superadmin@%'
      and who.email not like 'finance@%'
    on conflict do nothing`);
}
