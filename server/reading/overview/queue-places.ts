import { sql } from 'drizzle-orm';
import { HOLDS_END_WITHIN_HOURS } from '#contract/reports/overview-parts.ts';
import { isCharged, isHeld, isOfTransfer, placeTables } from '#server/reading/pending/places.ts';
import { transferFilter } from '#server/desk/class-transfers/transfer-rows.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { transferTable } from '#server/db/tables/desk/transfers.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderTable, orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import {
  queueColumns,
  ofShown,
  queueNames,
  payersOf,
  readKind,
  type QueueQuestion,
  type QueueRows,
} from './queue-kind.ts';

/** True for a time in the near future. */
const endsSoon = (column: string) =>
  sql.raw(
    `
      ${column} > clock_timestamp()
        and ${column} <= clock_timestamp() + interval '${HOLDS_END_WITHIN_HOURS} hours'`,
  );

/** Orders with held seats, including those confirmed with less than their minimum. */
export const holdsEnding = ({ db, branchId }: QueueQuestion): Promise<QueueRows> =>
  readKind(
    db,
    'hold',
    sql`
    select ${queueColumns({
      id: sql.raw('orders.id'),
      branchId: sql.raw('orders.branch_id'),
      at: sql.raw('ending.at'),
      ...payersOf('orders.payer_parent_id', 'orders.payer_student_id', 'orders.walk_in_name'),
      code: sql.raw('orders.number'),
      amountLAK: sql.raw('orders.total_lak - orders.paid_lak - orders.pending_lak'),
    })}
    from (
      select id, hold_until as at
      from ${orderTable}
      where state = 'held' and ${endsSoon('hold_until')}
      union all
      select line.order_id, min(place.seat_hold_until) from ${enrolmentTable} place
      join ${orderLineTable} line on line.enrolment_id = place.id and line.kind = 'tuition'
        and line.of_line_id is null
      join ${orderTable} charged on charged.id = line.order_id and charged.state = 'confirmed'
      where place.status = 'pending' and ${endsSoon('place.seat_hold_until')} group by 1
    ) ending
    join ${orderTable} on orders.id = ending.id
    where ${ofShown('orders.branch_id', branchId)}`,
  );

/** Held seats without an order and without a transfer. */
export const seatsEnding = ({ db, branchId }: QueueQuestion): Promise<QueueRows> =>
  readKind(
    db,
    'seat',
    sql`
    select ${queueColumns({
      id: sql.raw('enrolments.id'),
      branchId: sql.raw('enrolments.branch_id'),
      at: sql.raw('enrolments.seat_hold_until'),
      ...queueNames('students', 'enrolments.student_id'),
      code: sql.raw('classes.class_code'),
    })}
    from ${placeTables}
    where ${isHeld}
      and ${endsSoon('enrolments.seat_hold_until')}
      and not (${isCharged})
      and not ${isOfTransfer}
      and ${ofShown('enrolments.branch_id', branchId)}`,
  );

/** Transfers that the user's branch has to decide; each ends with its held seat. */
export const transfersToDecide = ({ db, user, branchId }: QueueQuestion): Promise<QueueRows> =>
  readKind(
    db,
    'transfer',
    sql`
    select ${queueColumns({
      id: sql.raw('transfer_requests.id'),
      branchId: sql.raw('transfer_requests.from_branch_id'),
      at: sql.raw('transfer_requests.hold_until'),
      ...queueNames('students', 'old_place.student_id'),
      code: sql.raw(`
      old_class.class_code || ' → ' || new_class.class_code`),
      amountLAK: sql.raw('transfer_requests.difference_lak'),
    })}
    from ${transferTable}
    join ${enrolmentTable} old_place on old_place.id = transfer_requests.enrolment_id
    join ${enrolmentTable} new_place on new_place.id = transfer_requests.to_enrolment_id
    join ${classTable} old_class on old_class.id = old_place.class_id
    join ${classTable} new_class on new_class.id = new_place.class_id
    where ${transferFilter({ tab: 'mine', branchId }, user) ?? sql`true`}`,
  );
