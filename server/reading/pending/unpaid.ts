import { inArray, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { feeOfClass } from '#contract/courses/fee-rules.ts';
import { MAX_PENDING, type PendingPlace, type PendingUnpaid } from '#contract/classes/pending.ts';
import type { Db } from '#server/db/client.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { isCharged, isOfLiveClass, placesOfBranch, placeJson, placeTables } from './places.ts';

const which = (user: SignedInUser, branchId: string | undefined): SQL =>
  sql`
    ${placesOfBranch(user, branchId, 'enrolments')} and enrolments.status in ('active', 'suspended')
      and enrolments.type = 'regular' and not enrolments.is_free and ${isOfLiveClass}
      and not (${isCharged})`;

/** The user who let the student start: the last time that the enrolment became active. */
const begun = sql.raw(`left join lateral (
  select state.reason, coalesce(person.first_name || ' ' || person.last_name, '') as by
  from enrolment_states state
  left join users person on person.id = state.by_id
  where state.enrolment_id = enrolments.id and state.status = 'active'
  order by state.at desc
  limit 1) begun on true`);

type Row = Omit<PendingUnpaid, keyof PendingPlace | 'price' | 'currency'> & {
  courseId: string;
  termId: string;
  ownFeeId: string | null;
  priceCategory: string;
  place: PendingPlace;
};

/**
 * Students in a class who were never billed, the longest first, with the term's fee that is valid
 * today.
 */
export async function readUnpaid(
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<PendingUnpaid[]> {
  const { rows } = await db.execute<Row>(sql`
    select enrolments.id as _id, enrolments.branch_id as "branchId",
      enrolments.start_date::text as "startDate", coalesce(begun.by, '') as "startedBy",
      coalesce(
        nullif(begun.reason, ''), nullif(enrolments.no_charge_reason, ''), enrolments.status_reason
      ) as reason,
      enrolments.course_id as "courseId", enrolments.term_id as "termId",
        classes.fee_id as "ownFeeId", students.price_category as "priceCategory",
        ${placeJson} as place
    from ${placeTables} ${begun}
    where ${which(user, branchId)}
    order by enrolments.start_date, enrolments.id
    limit ${MAX_PENDING}`);
  const courseIds = [...new Set(rows.map(({ courseId }) => courseId))];
  const fees =
    courseIds.length === 0
      ? []
      : await db.select().from(courseFeeTable).where(inArray(courseFeeTable.courseId, courseIds));
  const day = await todayInLaos(db);
  return rows.map(({ place, courseId, termId, ownFeeId, priceCategory, ...row }) => {
    const fee = feeOfClass(fees, ownFeeId, {
      courseId,
      branchId: row.branchId,
      termId,
      priceCategory,
      basis: 'term',
      day,
    });
    return { ...row, ...place, price: fee?.amount ?? null, currency: fee?.currency ?? 'LAK' };
  });
}

export const countUnpaid = (user: SignedInUser, branchId: string | undefined): SQL =>
  sql`(select count(*)::int from ${placeTables} where ${which(user, branchId)})`;
