import { inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { balanceAges } from '#contract/orders/balance-ages.ts';
import { enrollingStatuses } from '#contract/classes/classes.ts';
import type {
  CourseSeats,
  EnrolmentWeek,
  MoneyToday,
  ReceivablesNow,
} from '#contract/reports/overview.ts';
import { OVERVIEW_WEEKS } from '#contract/reports/overview-parts.ts';
import { dayInLaos, addDays, mondayOf } from '#contract/dates.ts';
import type { Db } from '#server/db/client.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { sumBalances } from '#server/reading/balances/balances.service.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { dayTable } from '#server/db/tables/ledger/books.table.ts';
import { inBranch } from '#server/ledger/figures/as-of.ts';
import { readOverdueAtEnds } from '#server/ledger/figures/figures-at.ts';
import {
  readMethodCurrencies,
  readReceived,
  readToVerify,
  receivedIn,
} from '#server/ledger/figures/flows.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { readSum } from '#server/lib/safe-sum.ts';

/** 52 weeks, so that a week is compared with one of the same days. */
const YEAR_DAYS = 364;

const todayOf = async (db: Db) => dayInLaos(Date.parse(await transactionNow(db)));

/** What was received on the seven days before, and a week ago up to this time of day. */
async function readWeekBefore(
  db: Db,
  branchId: string | undefined,
  day: string,
): Promise<Pick<MoneyToday, 'before' | 'lastWeekLAK'>> {
  const days = Array.from({ length: 7 }, (_day, at) => addDays(day, at - 7));
  const { rows } = await db.execute<{ day: string; all: string; upToNow: string }>(sql`
    select payment.confirmed_day::text as day, sum(payment.amount_lak) as all,
      coalesce(sum(payment.amount_lak) filter (
        where coalesce(payment.decided_at, payment.at) <= clock_timestamp() - interval '7 days'), 0) as "upToNow"
    from ${paymentTable} payment
    where ${receivedIn({ branchId, from: days[0] ?? day, to: addDays(day, -1) })}
    group by 1`);
  const sumOf = (of: string | undefined, which: 'all' | 'upToNow') =>
    readSum(rows.find((row) => row.day === of)?.[which] ?? '0');
  return {
    before: days.map((one) => sumOf(one, 'all')),
    lastWeekLAK: sumOf(days[0], 'upToNow'),
  };
}

/** The bank money that waited to be verified at the end of each of the seven days before. */
async function readToVerifyBefore(db: Db, branchId: string | undefined): Promise<number[]> {
  const day = await todayOf(db);
  const { rows } = await db.execute<{ sum: string }>(sql`
    with ends as (
      select ago, (${day}::date - ago + 1)::timestamp at time zone 'Asia/Vientiane' as moment
      from generate_series(7, 1, -1) ago
    ), waited as (
      select at, amount_lak, coalesce(decided_at, voided_at, 'infinity') as until
      from ${paymentTable}
      where ${inBranch(sql.raw('branch_id'), branchId)} and (state = 'pending'
        or (coalesce(decided_at, at) >= (select min(moment) from ends) and decided_at > at)
        or (voided_at >= (select min(moment) from ends)
          and decided_at is null and receipt_id is null))
    )
    select coalesce(sum(amount_lak), 0) as sum
    from ends left join waited on at < moment and until >= moment
    group by ago order by ago desc`);
  return rows.map(({ sum }) => readSum(sum));
}

/** What was overdue at the end of each of the seven days before, in one branch or in all. */
async function readOverdueBefore(db: Db, branchId: string | undefined): Promise<number[]> {
  const day = await todayOf(db);
  const days = Array.from({ length: 7 }, (_day, at) => addDays(day, at - 7));
  const sums = days.map(() => 0);
  const branches =
    branchId === undefined
      ? await db.select({ _id: branchTable._id }).from(branchTable)
      : [{ _id: branchId }];
  for (const { _id } of branches)
    for (const [at, sum] of (await readOverdueAtEnds(db, _id, days)).entries())
      sums[at] = (sums[at] ?? 0) + sum;
  return sums;
}

/** GET `/overview/money`. */
export async function readMoneyToday(db: Db, branchId: string | undefined): Promise<MoneyToday> {
  const day = await todayOf(db);
  const range = { branchId, from: day, to: day };
  const received = await readReceived(db, range);
  const earlier = await readWeekBefore(db, branchId, day);
  const { rows: closed } =
    branchId === undefined
      ? { rows: [] }
      : await db.execute(
          sql`
            select
            from ${dayTable}
            where branch_id = ${branchId} and day = ${day} and closed_at is not null`,
        );
  return {
    day,
    rows: await readMethodCurrencies(db, range),
    receivedLAK: received.reduce((sum, { amountLAK }) => sum + amountLAK, 0),
    ...earlier,
    payments: received.reduce((sum, { payments }) => sum + payments, 0),
    isClosed: closed.length > 0,
  };
}

/**
 * GET `/overview/receivables`: docs/figures.md, "Figure 19: receivables by age", as of now from the
 * stored sums of orders, which need no history; the days before from kept days.
 */
export async function readReceivables(
  db: Db,
  branchId: string | undefined,
  user: SignedInUser,
): Promise<ReceivablesNow> {
  const {
    ages: byAge,
    all,
    found: sums,
  } = await sumBalances(db, user, { branchId, search: '', age: 'overdue' });
  const { count, sumLAK, oldest } = await readToVerify(db, branchId);
  const ages = Object.fromEntries(
    balanceAges.map((age) => [age, byAge[age].sumLAK]),
  ) as ReceivablesNow['ages'];
  return {
    ages,
    owedLAK: all.sumLAK,
    overdueLAK: all.sumLAK - ages.notDue,
    overdueFamilies: sums.families,
    overdueBefore: await readOverdueBefore(db, branchId),
    toVerify: { count, sumLAK, oldest, before: await readToVerifyBefore(db, branchId) },
  };
}

/** GET `/overview/seats`. */
export async function readCourseSeats(
  db: Db,
  branchId: string | undefined,
): Promise<CourseSeats[]> {
  const { rows } = await db.execute<CourseSeats>(sql`
    select courses.id as "courseId", courses.code, courses.name_en as "nameEn",
      courses.name_lo as "nameLo", sum(seated.taken)::int as taken, sum(seated.held)::int as held,
      sum(classes.capacity)::int as capacity
    from ${classTable} join ${courseTable} on courses.id = classes.course_id cross join lateral (
      select count(*) filter (where status in ('active', 'suspended')) as taken,
        count(*) filter (
          where status = 'pending' and coalesce(seat_hold_until > clock_timestamp(), true)
        ) as held
      from ${enrolmentTable}
      where class_id = classes.id and status in ('active', 'suspended', 'pending')) seated
    where ${inArray(classTable.status, [...enrollingStatuses])}
      and classes.end_date >= ${await todayOf(db)}::date
      and ${inBranch(sql.raw('classes.branch_id'), branchId)}
    group by courses.id order by courses.code`);
  return rows;
}

/** GET `/overview/enrolments`. */
export async function readEnrolmentWeeks(
  db: Db,
  branchId: string | undefined,
): Promise<EnrolmentWeek[]> {
  const first = addDays(mondayOf(await todayOf(db)), -7 * (OVERVIEW_WEEKS - 1));
  const now = await readBegun(db, branchId, first);
  const before = await readBegun(db, branchId, addDays(first, -YEAR_DAYS));
  return Array.from({ length: OVERVIEW_WEEKS }, (_week, at) => addDays(first, 7 * at)).map(
    (monday) => ({
      monday,
      places: now.get(monday)?.places ?? 0,
      upToNow: now.get(monday)?.upToNow ?? 0,
      lastYear: before.get(addDays(monday, -YEAR_DAYS))?.places ?? 0,
    }),
  );
}

type Begun = Pick<EnrolmentWeek, 'places' | 'upToNow'>;

/**
 * The places that began in the weeks from a Monday, by the Monday of their week; a student who only
 * moved to another class began before, and a place of the old book began there.
 */
async function readBegun(
  db: Db,
  branchId: string | undefined,
  first: string,
): Promise<Map<string, Begun>> {
  const local = sql.raw("begun.at at time zone 'Asia/Vientiane'");
  const now = sql.raw("clock_timestamp() at time zone 'Asia/Vientiane'");
  const { rows } = await db.execute<Begun & { monday: string }>(sql`
    select date_trunc('week', ${local})::date::text as monday, count(*)::int as places,
      count(*) filter (where ${local} - date_trunc('week', ${local})
        <= ${now} - date_trunc('week', ${now}))::int as "upToNow"
    from ${enrolmentStateTable} begun join ${enrolmentTable} place on place.id = begun.enrolment_id
    where begun.status = 'active'
      and begun.source <> 'move'
      and begun.at >= ${first}::date::timestamp at time zone 'Asia/Vientiane'
      and begun.at < ${addDays(first, 7 * OVERVIEW_WEEKS)}::date::timestamp
        at time zone 'Asia/Vientiane'
      and place.type = 'regular'
      and (place.transfer_from_id is null or not exists (
        with recursive chain as (
          select place.transfer_from_id as id
          union all
          select earlier.transfer_from_id
          from chain join ${enrolmentTable} earlier on earlier.id = chain.id
        )
        select
        from chain join ${enrolmentStateTable} before on before.enrolment_id = chain.id
        where before.status in ('active', 'suspended')
      ))
      and ${inBranch(sql.raw('place.branch_id'), branchId)}
      and not exists (
        select
        from ${enrolmentStateTable} before
        where before.enrolment_id = begun.enrolment_id
          and before.status in ('active', 'suspended')
          and (before.at, before.id) < (begun.at, begun.id)
      )
    group by 1`);
  return new Map(rows.map(({ monday, ...begun }) => [monday, begun]));
}
