import { sql, type SQL } from 'drizzle-orm';

const today = `(now() at time zone 'Asia/Vientiane')::date`;
const isInUse = (fee: string) => `${fee}.course_id = place.course_id and ${fee}.active
  and (${fee}.branch_id is null or ${fee}.branch_id = place.branch_id)
  and (${fee}.term_id is null or ${fee}.term_id = place.term_id)
  and ${fee}.valid_from <= ${today} and (${fee}.valid_to is null or ${fee}.valid_to >= ${today})`;

/**
 * The id of the price of today by which a place of the old book goes on, of the row of
 * `enrolments`: that by the month, or that by the session where its course has no price by the
 * term. The order of prices is that of `feeOfClass`.
 */
export const feeOfOpening = (basis: 'month' | 'session'): SQL<string | null> =>
  sql<string | null>`(${sql.raw(`
  select fee.id
  from enrolments place
  join students child on child.id = place.student_id
  join classes own_class on own_class.id = place.class_id
  left join course_fees own on own.id = own_class.fee_id
  join course_fees fee on ${isInUse('fee')} and fee.basis = '${basis}'
    and (fee.price_category = '' or lower(fee.price_category) = lower(child.price_category))
  where place.id = enrolments.id
    and ('${basis}' = 'month' or not exists (
      select from course_fees term where term.basis = 'term' and ${isInUse('term')}))
  order by fee.series_id = own.series_id desc nulls last, fee.branch_id is not null desc,
    fee.term_id is not null desc, fee.price_category <> '' desc
  limit 1`)})`;
