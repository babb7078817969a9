import { sql, type SQL } from 'drizzle-orm';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';

/**
 * The day from which a place of the old book is taught here: that of its money, because its sums
 * are those of the evening before, else the day on which it moved in.
 */
const movedInOn = sql`coalesce(
  (
    select min(${orderTable.confirmedDay}) from ${orderLineTable}
    join ${orderTable} on ${orderTable._id} = ${orderLineTable.orderId}
    where ${orderLineTable.enrolmentId} = place.id and ${orderLineTable.isOpening}
  ),
  (moved.at at time zone 'Asia/Vientiane')::date
)`;

/**
 * True for a session on whose day its class had a student. Nobody has to take attendance of a
 * session without one, nor of one of the old book; docs/domain.md, "Attendance". `session` is the
 * name of the sessions in the query.
 */
export const hasStudents = (session = 'class_sessions'): SQL<boolean> => {
  const of = sql.raw(session);
  return sql<boolean>`
    exists (
      select from ${enrolmentTable} place
      where place.class_id = ${of}.class_id
        and place.status in ('active', 'suspended', 'completed', 'transferred', 'withdrawn')
        and place.start_date <= ${of}.date
        and (place.end_date is null or place.end_date >= ${of}.date)
        and not exists (
          select from ${enrolmentStateTable} moved
          where moved.enrolment_id = place.id
            and moved.source = 'move'
            and ${of}.date < ${movedInOn}
        )
    )`;
};
