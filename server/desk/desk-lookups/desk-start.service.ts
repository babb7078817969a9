import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { DeskStart, deskStartQuery } from '#contract/desk/desk-start.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { addDays } from '#contract/dates.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { seatsTaken } from '#server/academic/classes/seats.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderLineTable } from '#server/db/tables/ledger/orders.table.ts';

type Place = DeskStart['places'][number];
type Row = {
  _id: string;
  branchId: string;
  studentId: string;
  classId: string;
  isThere: boolean;
  isSeated: boolean;
  isFull: boolean;
  startDate: string;
  basis: Place['basis'];
  units: number | null;
  coversTo: string | null;
};

/**
 * Enrolments with their last purchase. A month is renewed by one month, sessions by as many as last
 * time.
 */
async function readPlaces(db: Db, which: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select enrolments.id as _id, enrolments.branch_id as "branchId",
      enrolments.student_id as "studentId", enrolments.class_id as "classId",
      enrolments.start_date::text as "startDate",
      (enrolments.status in ('active', 'suspended')
        or (enrolments.status = 'pending'
          and coalesce(enrolments.seat_hold_until > clock_timestamp(), true))) as "isThere",
      enrolments.status in ('active', 'suspended') as "isSeated",
      ${seatsTaken} >= classes.capacity as "isFull",
      bought.basis, bought.units,
        (
          select max(paid.covers_to)::text from ${orderLineTable} paid
          where paid.enrolment_id = enrolments.id and paid.kind = 'tuition'
            and paid.of_line_id is null
        and paid.quantity + coalesce((
          select sum(correction.quantity) from ${orderLineTable} correction
          where correction.of_line_id = paid.id), 0) > 0) as "coversTo"
    from ${enrolmentTable} join ${classTable} on classes.id = enrolments.class_id
    left join lateral (
      select fee.basis, case when fee.basis = 'session' then line.sessions else 1 end as units
      from ${orderLineTable} line
      join ${courseFeeTable} fee on fee.id = line.fee_id
      where line.enrolment_id = enrolments.id and line.kind = 'tuition' and line.of_line_id is null
      order by line.at desc limit 1) bought on true
    where ${which} order by enrolments.id`);
  return rows;
}

const placeOf = ({
  _id,
  studentId,
  classId,
  isThere,
  isSeated,
  isFull,
  startDate,
  basis,
  units,
  coversTo,
}: Row): Place => ({
  studentId,
  classId,
  basis,
  units: units ?? 1,
  enrolmentId: isThere ? _id : null,
  startDate: isSeated && basis === null ? startDate : null,
  coversFrom: isSeated && basis === 'month' && coversTo !== null ? addDays(coversTo, 1) : null,
  joinsWaitingList: !isThere && isFull,
});

/** GET `/desk/start`: the first lines of a visit that continues an existing enrolment or order. */
export async function deskStartOf(
  db: Db,
  user: SignedInUser,
  { renew, bill }: z.output<typeof deskStartQuery>,
): Promise<DeskStart> {
  const which =
    bill === undefined
      ? sql`enrolments.id in (
        select line.enrolment_id from ${orderLineTable} line
        where line.order_id = ${renew} and line.kind = 'tuition' and line.of_line_id is null)`
      : sql`enrolments.id = ${bill}`;
  const rows = (await readPlaces(db, which)).filter(
    ({ branchId }) => seesAllBranches(user.role) || branchId === user.branchId,
  );
  const [first] = rows;
  if (!first) throw new ApiError('notFound');
  const { rows: products } = await db.execute<DeskStart['products'][number]>(sql`
    select line.product_id as "productId", line.quantity, line.student_id as "studentId"
    from ${orderLineTable} line
    join ${productTable} product on product.id = line.product_id and product.active
    where line.order_id = ${renew ?? null} and line.kind = 'product' and line.of_line_id is null
    order by line.position`);
  return { branchId: first.branchId, places: rows.map(placeOf), products };
}
