import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { balanceAges } from '#contract/orders/balance-ages.ts';
import type {
  BalanceRow,
  BalanceSums,
  balancesQuery,
  balanceSumsQuery,
  Reminder,
  ReminderInput,
} from '#contract/orders/balances.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { ofAge, owedRows } from './owed.ts';
import { reminderTable } from '#server/db/tables/reading/reminders.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';

type Query = z.output<typeof balancesQuery>;

type Row = {
  branch_id: string;
  payer_id: string;
  kind: BalanceRow['kind'];
  name: string;
  name_en: string;
  phone: string;
  owed_lak: number;
  not_due: number;
  to30: number;
  to60: number;
  to90: number;
  older: number;
  days_late: number;
  next_due_on: string | null;
  pending_lak: number;
  credit_lak: number;
  orders: number;
  first_order_id: string;
  reminded_at: string | null;
};

/**
 * The ids under which money and reminders of a family were written: its own, and those of records
 * merged into it.
 */
const idsOf = sql.raw(`
  array(
    select person.id
    from parents person
    where families.kind = 'parent'
      and (person.id = families.payer_id or person.merged_into_id = families.payer_id)
    union all
    select person.id
    from students person
    where families.kind = 'student'
      and (person.id = families.payer_id or person.merged_into_id = families.payer_id)
  )`);

const rowOf = (row: Row): BalanceRow => ({
  _id: `${row.payer_id}.${row.branch_id}`,
  branchId: row.branch_id,
  kind: row.kind,
  payerId: row.payer_id,
  name: row.name,
  nameEn: row.name_en,
  phone: row.phone,
  owedLAK: row.owed_lak,
  ages: { notDue: row.not_due, to30: row.to30, to60: row.to60, to90: row.to90, older: row.older },
  daysLate: row.days_late,
  nextDueOn: row.next_due_on,
  pendingLAK: row.pending_lak,
  creditLAK: row.credit_lak,
  orders: row.orders,
  firstOrderId: row.first_order_id,
  remindedAt: row.reminded_at,
});

/** GET `/balances`: families of a branch that owe, the oldest debt first. */
export async function listBalances(
  db: Db,
  user: SignedInUser,
  { branchId, search, age, page, pageSize, count }: Query,
): Promise<{ rows: BalanceRow[]; total: number | undefined }> {
  const owed = owedRows(user, { branchId, search });
  const counted =
    count === 'false'
      ? undefined
      : (
          await db.execute<{ n: number }>(
            sql`${owed} select count(*)::int as n from families where ${ofAge(age)}`,
          )
        ).rows[0]?.n;
  if (count === 'only') return { rows: [], total: counted };
  const { rows } = await db.execute<Row>(sql`
    ${owed}
    select families.*,
      coalesce(
        parent.first_name || ' ' || parent.last_name,
          student.first_name || ' ' || student.last_name, walk_in.walk_in_name
      ) as name,
      coalesce(
        nullif(student.first_name_en, '') || ' ' || nullif(student.last_name_en, ''), ''
      ) as name_en,
      coalesce(parent.phone, student.phone, walk_in.walk_in_phone) as phone,
      (
        select sum(pending_lak)
        from owed
        where owed.payer_id = families.payer_id and owed.branch_id = families.branch_id
      )::float8 as pending_lak,
      coalesce(
        (
          select sum(payment.free_lak)
          from ${paymentTable} payment
          where (
            payment.payer_parent_id = any(${idsOf}) or payment.payer_student_id = any(${idsOf})
          )
            and payment.state = 'confirmed'
            and payment.amount_lak > 0
            and payment.free_lak > 0
        ),
          0
      )::float8 as credit_lak,
      (
        select to_char(max(reminder.at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        from ${reminderTable} reminder
        where reminder.branch_id = families.branch_id
        and (
          reminder.payer_parent_id = any(${idsOf}) or reminder.payer_student_id = any(${idsOf})
            or reminder.order_id = families.payer_id
        )) as reminded_at
    from (
      select *
      from families
      where ${ofAge(age)}
      order by days_late desc, owed_lak desc, payer_id
      limit ${pageSize} offset ${(page - 1) * pageSize}
    ) families
    left join ${parentTable} parent on families.kind = 'parent' and parent.id = families.payer_id
    left join ${studentTable} student on families.kind = 'student'
      and student.id = families.payer_id
    left join ${orderTable} walk_in on families.kind = 'walkIn' and walk_in.id = families.payer_id
    order by days_late desc, owed_lak desc, families.payer_id`);
  return { rows: rows.map(rowOf), total: counted };
}

type SumRow = Record<string, number>;
const columns = {
  notDue: 'not_due',
  to30: 'to30',
  to60: 'to60',
  to90: 'to90',
  older: 'older',
} as const;

/** GET `/balances/sums`. */
export async function sumBalances(
  db: Db,
  user: SignedInUser,
  { branchId, search, age }: z.output<typeof balanceSumsQuery>,
): Promise<BalanceSums> {
  const all = balanceAges.map((balanceAge) =>
    sql.raw(
      `
        coalesce(sum(${columns[balanceAge]}) filter (where is_found), 0)::float8 as "${balanceAge}",
          count(*) filter (where is_found and ${columns[balanceAge]} > 0)::int as "${balanceAge}N"`,
    ),
  );
  const listed = balanceAges.map(
    (balanceAge) =>
      sql`
        coalesce(
          sum(${sql.raw(columns[balanceAge])}) filter (where ${ofAge(age)}), 0
        )::float8 as ${sql.raw(`"${balanceAge}Of"`)}`,
  );
  const { rows } = await db.execute<SumRow>(sql`
    ${owedRows(user, { branchId, search })}
    select ${sql.join([...all, ...listed], sql`, `)},
      coalesce(sum(owed_lak) filter (where is_found), 0)::float8 as "owed",
      count(*) filter (where is_found)::int as "n",
      coalesce(sum(owed_lak) filter (where ${ofAge(age)}), 0)::float8 as "owedOf",
        count(*) filter (where ${ofAge(age)})::int as "nOf"
    from families`);
  const [row = {}] = rows;
  const of = (name: string) => row[name] ?? 0;
  const byAge = <Value>(value: (age: (typeof balanceAges)[number]) => Value) => ({
    notDue: value('notDue'),
    to30: value('to30'),
    to60: value('to60'),
    to90: value('to90'),
    older: value('older'),
  });
  return {
    ages: byAge((balanceAge) => ({ sumLAK: of(balanceAge), families: of(`${balanceAge}N`) })),
    all: { sumLAK: of('owed'), families: of('n') },
    found: {
      families: of('nOf'),
      owedLAK: of('owedOf'),
      ages: byAge((balanceAge) => of(`${balanceAge}Of`)),
    },
  };
}

/** POST `/balances/reminders`: only a payer who owes something in the branch can be reminded. */
export async function noteReminder(
  { tx, user }: Writer,
  input: ReminderInput,
): Promise<WriteResult<Reminder>> {
  const { branchId, kind, payerId, way, owedLAK } = input;
  const owed = owedRows(user, { branchId, search: '' });
  const { rows } = await tx.execute<{ at: string }>(
    sql`
      ${owed} select to_char(
        clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
      ) as at
        from families
        where payer_id = ${payerId}::uuid and kind = ${kind}`,
  );
  const [family] = rows;
  if (!family) throw new ApiError('notFound');
  const row = {
    _id: uuidv7(),
    branchId,
    payerParentId: kind === 'parent' ? payerId : null,
    payerStudentId: kind === 'student' ? payerId : null,
    orderId: kind === 'walkIn' ? payerId : null,
    way,
    owedLAK,
    byId: user._id,
    at: family.at,
  };
  await tx.insert(reminderTable).values(row);
  return {
    answer: { _id: row._id, at: row.at },
    audit: {
      action: 'remind',
      entity: kind === 'parent' ? 'parents' : kind === 'student' ? 'students' : 'orders',
      entityId: payerId,
      branchId,
      after: { way, owedLAK },
    },
  };
}
