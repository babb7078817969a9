import type { ErasureHindrance, PersonKind } from '#contract/people/personal-data.ts';

/**
 * What stands in the way of an erasure, with a statement that finds somebody of the demo centre, or
 * makes them, for whom it does.
 */
export const hindered: readonly [ErasureHindrance, PersonKind, statement: string][] = [
  ['place', 'student', `select student_id from enrolments where status = 'active'`],
  [
    'payerOfPlace',
    'guardian',
    `select parent_id from guardians join enrolments using (student_id)
      where is_payer and status = 'active'`,
  ],
  [
    'credit',
    'guardian',
    `update payments set free_lak = 1000 where id = (select max(id::text)::uuid from payments
      where state = 'confirmed' and amount_lak > 1000 and payer_parent_id is not null)
      returning payer_parent_id`,
  ],
  [
    'hold',
    'guardian',
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object(
      'id', gen_random_uuid(), 'client_ref', gen_random_uuid(), 'number', 'held', 'state', 'held',
      'hold_until', now(), 'confirmed_at', null, 'confirmed_day', null, 'paid_lak', 0))).*
      from orders o where payer_parent_id in (select id from parents where not archived)
      order by at desc limit 1
      returning payer_parent_id`,
  ],
  [
    'refund',
    'guardian',
    `with asked as (
      insert into refund_requests (id, order_id, amount_lak, reason, at)
      select gen_random_uuid(), id, 1000, 'moves away', now() from orders
      where payer_parent_id in (select id from parents where not archived)
      order by at desc limit 1 returning order_id)
    select payer_parent_id from asked join orders on orders.id = order_id`,
  ],
  ['teaches', 'teacher', `select teacher_id from classes where status = 'running'`],
  ['activeAccount', 'account', `select id from users where active and role = 'admin'`],
  [
    'merged',
    'student',
    `update students set merged_into_id = (select max(id::text)::uuid from students)
      where id = (select min(student_id::text)::uuid from enrolments) returning id`,
  ],
];
