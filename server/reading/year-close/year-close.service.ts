import { sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { MAX_AT_ONCE } from '#contract/people/student-words.ts';
import type { BranchClose, YearClose } from '#contract/reports/year-close.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { withoutAttendance } from '#server/academic/academic-terms/term-classes.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { isIdle } from '#server/people/students/idle-students.ts';
import { openDaysBefore } from '#server/ledger/days/read-days.service.ts';
import { CHECKED } from '#server/reading/books-check/nightly-check.ts';

const isoTime = (at: SQL) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The last numbers of a year by branch, with their gaps. */
async function readSeries(tx: Tx, branchId: string, year: number): Promise<BranchClose['series']> {
  const { rows } = await tx.execute<BranchClose['series'][number]>(sql`
    select wanted.kind, coalesce(series.last, 0) as last, coalesce(next.last, 0) as "nextLast",
      coalesce((
        select json_agg(json_build_object('first', gap.first, 'last', gap.last,
          'reason', gap.reason) order by gap.first)
        from number_gaps gap
        where gap.kind = wanted.kind and gap.branch_id = ${branchId} and gap.year = ${year}
      ), '[]'::json) as gaps
    from (values ('order', 1), ('opening', 2), ('receipt', 3)) as wanted(kind, place)
    left join number_series series on series.kind = wanted.kind
      and series.branch_id = ${branchId} and series.year = ${year}
    left join number_series next on next.kind = wanted.kind
      and next.branch_id = ${branchId} and next.year = ${year + 1}
    order by wanted.place`);
  return rows;
}

/** Students of a branch who have had no place for 12 months. */
async function readIdle(tx: Tx, branchId: string, today: string): Promise<BranchClose['idle']> {
  const { rows } = await tx.execute<{ _id: string; studentCode: string; name: string; n: number }>(
    sql`
    select student.id as "_id", student.student_code as "studentCode",
      btrim(student.first_name || ' ' || student.last_name) as name,
      count(*) over ()::int as n
    from students student
    where student.home_branch_id = ${branchId} and ${isIdle(today)}
    order by student.student_code limit ${MAX_AT_ONCE}`,
  );
  return {
    count: rows[0]?.n ?? 0,
    first: rows.map(({ _id, studentCode, name }) => ({ _id, studentCode, name })),
  };
}

type BranchRow = Pick<BranchClose, '_id' | 'code' | 'branchName' | 'branchNameLo'>;

async function readBranch(
  tx: Tx,
  branch: BranchRow,
  { year, day }: { year: number; day: string },
): Promise<BranchClose> {
  const { rows } = await tx.execute<{ closedDay: string | null; length: number; head: string }>(sql`
    select (
        select max(day)::text from days
        where branch_id = ${branch._id} and closed_at is not null
          and day between ${`${year}-01-01`} and ${`${year}-12-31`}) as "closedDay",
      coalesce(last.chain_no, 0) as length, coalesce(last.hash, '') as head
    from (select 1) one
    left join lateral (
      select chain_no, hash from receipts
      where branch_id = ${branch._id} and day <= ${`${year}-12-31`}
      order by chain_no desc limit 1) last on true`);
  const [row] = rows;
  return {
    ...branch,
    closedDay: row?.closedDay ?? null,
    openDays: (await openDaysBefore(tx, branch._id, `${year + 1}-01-01`)).length,
    series: await readSeries(tx, branch._id, year),
    chain: { length: row?.length ?? 0, head: row?.head ?? '' },
    idle: await readIdle(tx, branch._id, day),
  };
}

/** Terms that end in the year, of these branches. */
async function readTerms(
  tx: Tx,
  year: number,
  branchIds: readonly string[],
): Promise<YearClose['terms']> {
  type Term = Omit<YearClose['terms'][number], 'missing'>;
  const { rows } = await tx.execute<Term>(sql`
    select term.id as "_id", term.name, term.status, (
        select count(*)::int from assessments assessment
        join classes class on class.id = assessment.class_id
        where class.term_id = term.id and class.status <> 'cancelled'
          and assessment.status <> 'locked') as unlocked
    from academic_terms term
    where term.end_date between ${`${year}-01-01`} and ${`${year}-12-31`}
      and (term.branch_ids = '{}'
        or term.branch_ids && ${sql.param([...branchIds])}::uuid[])
    order by term.end_date, term.code`);
  const terms: YearClose['terms'] = [];
  for (const term of rows) terms.push({ ...term, missing: await withoutAttendance(tx, term._id) });
  return terms;
}

/** What happened after the end of the year, of the whole centre. */
async function readCentre(tx: Tx, year: number): Promise<YearClose['centre']> {
  const end = sql`(${`${year + 1}-01-01`}::timestamp at time zone 'Asia/Vientiane')`;
  type Row = Record<'checkedAt' | 'exportedAt' | 'backedUpAt', string | null> & {
    differences: number | null;
  };
  const { rows } = await tx.execute<Row>(sql`
    select ${isoTime(sql`check_row.at`)} as "checkedAt", check_row.differences,
      ${isoTime(sql`(
        select max(started_at) from centre_exports
        where state in ('ready', 'gone') and started_at >= ${end})`)} as "exportedAt",
      ${isoTime(sql`(
        select max(started_at) from backups
        where state = 'good' and started_at >= ${end})`)} as "backedUpAt"
    from (select 1) one
    left join lateral (
      select at, (after ->> 'count')::int as differences from audit_log
      where entity = ${CHECKED.entity} and action = ${CHECKED.action} and at >= ${end}
      order by at desc limit 1) check_row on true`);
  const [row] = rows;
  if (!row) return null;
  const { checkedAt, differences, exportedAt, backedUpAt } = row;
  return {
    books: checkedAt === null ? null : { checkedAt, differences: differences ?? 0 },
    exportedAt,
    backedUpAt,
  };
}

/** The close of a year from the rows themselves, at one moment; a tick is never stored. */
export function readYearClose(db: Db, user: SignedInUser, year: number): Promise<YearClose> {
  return db.transaction(
    async (tx) => {
      const today = await todayInLaos(tx);
      const isOver = today > `${year}-12-31`;
      const isShown = seesAllBranches(user.role) ? sql`true` : sql`id = ${user.branchId}`;
      const { rows } = await tx.execute<BranchRow>(sql`
        select id as "_id", code, branch_name as "branchName", branch_name_lo as "branchNameLo"
        from branches where ${isShown} order by code`);
      const branches: BranchClose[] = [];
      for (const branch of rows) branches.push(await readBranch(tx, branch, { year, day: today }));
      const ids = rows.map(({ _id }) => _id);
      return {
        year,
        isOver,
        branches,
        terms: await readTerms(tx, year, ids),
        centre: seesAllBranches(user.role) ? await readCentre(tx, year) : null,
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
