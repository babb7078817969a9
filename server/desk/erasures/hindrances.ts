import { eq, or, sql, type SQL } from 'drizzle-orm';
import type { ErasureHindrance, PersonKind } from '#contract/people/personal-data.ts';
import { presentStatuses } from '#contract/classes/enrolments.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { goesOn, takesFile } from '#server/desk/moving-in/move-state.ts';
import { personSources, recordIds, type Subject } from './subjects.ts';

type Checked = { kind: PersonKind; ids: SQL; byId: string };
type Check = [ErasureHindrance, (asked: Checked) => SQL];

const running = sql.raw(presentStatuses.map((status) => `'${status}'`).join(', '));

/** Orders that the person pays, or in which a line is for them. */
const theirOrders = ({ ids }: Checked) => sql`
  (orders.payer_parent_id in (${ids}) or orders.payer_student_id in (${ids})
    or orders.id in (select order_id from order_lines where student_id in (${ids})))`;
const theirPayments = ({ ids }: Checked) => sql`
  (payments.payer_parent_id in (${ids}) or payments.payer_student_id in (${ids}))`;

const ofMoney: Check[] = [
  [
    'owes',
    (asked) => sql`select from orders where ${theirOrders(asked)} and state = 'confirmed'
      and total_lak > paid_lak + pending_lak`,
  ],
  [
    'credit',
    (asked) => sql`select from payments where ${theirPayments(asked)} and state = 'confirmed'
      and amount_lak > 0 and free_lak > 0`,
  ],
  [
    'slip',
    (asked) => sql`select from payments where state = 'pending' and (${theirPayments(asked)}
      or id in (select payment_id from allocations join orders on orders.id = order_id
        where ${theirOrders(asked)}))`,
  ],
  ['hold', (asked) => sql`select from orders where ${theirOrders(asked)} and state = 'held'`],
  [
    'refund',
    (asked) => sql`select from refund_requests join orders on orders.id = order_id
      where refund_requests.state = 'open' and ${theirOrders(asked)}`,
  ],
];

/**
 * Names and phones of the person, also earlier ones: by them `erase_person` finds the orders of a
 * walk-in, and takes the pictures of their slips.
 */
const theirTexts = ({ kind, ids }: Checked) => sql`
  with record as (
    select to_jsonb(person) as one from ${sql.identifier(personSources[kind].table)} person
    where id in (${ids})
    union all
    select written from audit_log, lateral (values (before), (after)) sides (written)
    where entity_id in (select one::text from unnest(array[${ids}]) one) and written is not null
      and entity in ('students', 'parents', 'teachers', 'staff-accounts', 'users')
  ), part as (
    select kind, btrim(text) as text from record, lateral (values
      ('first', one ->> 'first_name'), ('first', one ->> 'first_name_en'),
      ('first', one ->> 'firstName'), ('first', one ->> 'firstNameEn'),
      ('last', one ->> 'last_name'), ('last', one ->> 'last_name_en'),
      ('last', one ->> 'lastName'), ('last', one ->> 'lastNameEn'),
      ('phone', one ->> 'phone'), ('phone', one ->> 'phone2'), ('phone', one ->> 'whatsapp')
    ) parts (kind, text)
    where length(btrim(text)) > 1
  )
  select name from part first, part last, lateral (values
    (first.text || ' ' || last.text), (last.text || ' ' || first.text)) both_ways (name)
  where first.kind = 'first' and last.kind = 'last'
  union select form from part, lateral unnest(phone_forms(text)) form
  where kind = 'phone' and length(form) > 6`;

const ofWalkIns: Check = [
  'walkInSlip',
  (asked) => sql`select from payments paid
    join allocations on payment_id = paid.id join orders on orders.id = order_id
    where paid.state = 'pending' and paid.payer_parent_id is null and paid.payer_student_id is null
      and walk_in_name <> ''
      and is_named(walk_in_name || ' ' || walk_in_phone, array(${theirTexts(asked)}))`,
];

/** Payers read the holder before they transfer, so the name goes with the account alone. */
const ofBankAccounts: Check = [
  'bankAccount',
  (asked) => sql`select from bank_accounts, unnest(array(${theirTexts(asked)})) one
    where active and (holds_any(account_name || ' ' || bank, array[one])
        or one like '% %' and position(lower(one) in lower(qr_text)) > 0)
      -- As in erase_person: a name that somebody else has too stays.
      and not exists (select from (
        select id, first_name || ' ' || last_name || e'\\n' || first_name_en || ' ' || last_name_en
          from students
        union all select id, first_name || ' ' || last_name from parents
        union all select id,
          first_name || ' ' || last_name || e'\\n' || first_name_en || ' ' || last_name_en from teachers
        union all select id, first_name || ' ' || last_name from users
      ) others (id, names) where id not in (${asked.ids}) and holds_any(names, array[one]))`,
];

/** A file that is read, checked or written now has texts of before the erasure in memory. */
const ofMoves: Check = [
  'moving',
  () =>
    sql`select from ${moveTable} where ${or(goesOn(), takesFile(), eq(moveTable.state, 'reading'))}`,
];

const checks: Record<PersonKind, Check[]> = {
  student: [
    [
      'place',
      ({ ids }) => sql`select from enrolments where student_id in (${ids})
        and status in (${running})`,
    ],
    ...ofMoney,
  ],
  guardian: [
    [
      'payerOfPlace',
      ({ ids }) => sql`select from guardians join enrolments using (student_id)
        where parent_id in (${ids}) and is_payer and status in (${running})`,
    ],
    ...ofMoney,
  ],
  teacher: [
    [
      'teaches',
      ({ ids }) => sql`
        select from class_sessions where teacher_id in (${ids}) and status = 'scheduled'
          and date >= (clock_timestamp() at time zone 'Asia/Vientiane')::date
        union all
        select from classes where (teacher_id in (${ids}) or assistant_ids && array[${ids}]::uuid[])
          and status in ('draft', 'open', 'running')`,
    ],
  ],
  account: [
    ['ownAccount', ({ ids, byId }) => sql`select where ${byId}::uuid in (${ids})`],
    ['activeAccount', ({ ids }) => sql`select from users where id in (${ids}) and active`],
  ],
};

/**
 * What stands in the way of erasing a person, each by its name; asked when the request is made,
 * when it is confirmed and once more when the server erases.
 */
export async function hindrancesOf(
  db: Db | Tx,
  kind: PersonKind,
  subject: Pick<Subject, 'id' | 'mergedInto'>,
  byId: string | null,
): Promise<ErasureHindrance[]> {
  if (subject.mergedInto !== null) return ['merged'];
  const { rows: erased } = await db.execute(sql`
    select from erasures where person_id = ${subject.id} and done_at is not null`);
  if (erased.length > 0) return ['erased'];
  const records = await recordIds(db, kind, subject.id);
  const ids = sql.join(
    records.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const asked = { kind, ids, byId: byId ?? '00000000-0000-0000-0000-000000000000' };
  const found: ErasureHindrance[] = [];
  for (const [name, query] of [...checks[kind], ofWalkIns, ofBankAccounts, ofMoves]) {
    const { rows } = await db.execute<{ is: boolean }>(sql`select exists (${query(asked)}) as is`);
    if (rows[0]?.is) found.push(name);
  }
  return found;
}
