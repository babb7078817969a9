import { sql } from 'drizzle-orm';

const inUse = (fee: string) => `${fee}.course_id = place.course_id and ${fee}.active
    and (${fee}.branch_id is null or ${fee}.branch_id = place.branch_id)
    and (${fee}.term_id is null or ${fee}.term_id = place.term_id)
    and ${fee}.valid_from <= (now() at time zone 'Asia/Vientiane')::date
    and (${fee}.valid_to is null or ${fee}.valid_to >= (now() at time zone 'Asia/Vientiane')::date)`;

/**
 * The price of today by which a place of the old book goes on: by the month where it was paid until
 * a day, else by the session where its course has no price by the term. `line` is its tuition line,
 * which names no price, because what was agreed in the old book was none of these. The order of
 * prices is that of `feeOfClass`.
 */
export const feeOfOpening = sql.raw(`
  select fee.id, fee.basis
  from enrolments place
  join students child on child.id = place.student_id
  join classes own_class on own_class.id = place.class_id
  left join course_fees own on own.id = own_class.fee_id
  join course_fees fee on ${inUse('fee')}
    and (fee.price_category = '' or lower(fee.price_category) = lower(child.price_category))
  where place.id = line.enrolment_id and line.is_opening and line.fee_id is null
    and case when line.covers_to is not null then fee.basis = 'month'
      else fee.basis = 'session' and not exists (
        select from course_fees term where term.basis = 'term' and ${inUse('term')}) end
  order by fee.series_id = own.series_id desc nulls last, fee.branch_id is not null desc,
    fee.term_id is not null desc, fee.price_category <> '' desc
  limit 1`);
