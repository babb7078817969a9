import { sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { QueueRow } from '#contract/reports/overview.ts';
import { MOST_OF_KIND, type QueueKind } from '#contract/reports/overview-parts.ts';
import type { Db } from '#server/db/client.ts';
import { latinName, writtenName } from '#server/lib/person-names.ts';
import { inBranch } from '#server/ledger/figures/as-of.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';

export type QueueQuestion = {
  db: Db;
  user: SignedInUser;
  /** Undefined for every branch. */
  branchId: string | undefined;
};
export type QueueRows = { rows: QueueRow[]; count: number };

type Columns = {
  id: SQL;
  branchId: SQL;
  at?: SQL;
  name?: SQL;
  nameLo?: SQL;
  code?: SQL;
  detail?: SQL;
  detailLo?: SQL;
  amountLAK?: SQL;
  n?: SQL;
  of?: SQL;
  held?: SQL;
  toId?: SQL;
};
const [noText, noNumber] = [sql.raw(`''`), sql.raw('null::bigint')];

/** The columns of a queue's row, in the order that all kinds share. */
export const queueColumns = ({
  id,
  branchId,
  at = sql.raw('null::timestamptz'),
  name = noText,
  nameLo = noText,
  code = noText,
  detail = noText,
  detailLo = noText,
  amountLAK = noNumber,
  n = noNumber,
  of = noNumber,
  held = noNumber,
  toId = sql.raw('null::text'),
}: Columns): SQL => sql`
  ${id} as id, ${branchId} as branch_id, ${at} as at, ${name} as name, ${nameLo} as name_lo,
    ${code} as code, ${detail} as detail, ${detailLo} as detail_lo, ${amountLAK} as amount,
    ${n} as n, ${of} as of_all, ${held} as held, ${toId}::text as to_id`;

type Raw = {
  id: string;
  branchId: string | null;
  branchCode: string;
  at: string | null;
  name: string;
  nameLo: string;
  code: string;
  detail: string;
  detailLo: string;
  amount: string | null;
  n: string | null;
  ofAll: string | null;
  held: string | null;
  toId: string | null;
  total: number;
};

const numberOf = (text: string | null) => (text === null ? null : Number(text));

/** The first rows of a kind, soonest first unless `order` is given, and their number. */
export async function readKind(
  db: Db,
  kind: QueueKind,
  query: SQL,
  {
    order = sql.raw('at nulls last, code, id'),
    mayAct = true,
    most = MOST_OF_KIND,
  }: { order?: SQL; mayAct?: boolean; most?: number } = {},
): Promise<QueueRows> {
  const { rows } = await db.execute<Raw>(sql`
    select first.id::text as id, first.branch_id as "branchId",
      coalesce(branch.code, '') as "branchCode",
      to_char(first.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      first.name, first.name_lo as "nameLo", first.code, first.detail,
        first.detail_lo as "detailLo", first.amount::text as amount, first.n::text as n,
        first.of_all::text as "ofAll", first.held::text as held, first.to_id as "toId", first.total
    from (
      select found.*, (count(*) over ())::int as total,
        row_number() over (order by ${order}) as place
      from (${query}) found
      order by place
      limit ${most}
    ) first
    left join ${branchTable} branch on branch.id = first.branch_id order by first.place`);
  return {
    count: rows[0]?.total ?? 0,
    rows: rows.map(({ id: _id, amount, n, ofAll, held, total: _total, ...row }) => ({
      ...row,
      _id,
      kind,
      amountLAK: numberOf(amount),
      n: numberOf(n),
      of: numberOf(ofAll),
      held: numberOf(held),
      mayAct,
    })),
  };
}

/** The condition for rows of the branch that is shown. */
export const ofShown = (column: string, branchId: string | undefined): SQL =>
  inBranch(sql.raw(column), branchId);

/** Today in Laos, as SQL. */
export const TODAY_IN_LAOS = `(clock_timestamp() at time zone 'Asia/Vientiane')::date`;
export const todaySql = sql.raw(TODAY_IN_LAOS);

type Names = { name: SQL; nameLo: SQL };
/**
 * The name of one row of a table of people, in Latin letters if it has them, and as it is stored.
 */
export const queueNames = (table: string, id: string): Names => {
  const select = (name: string) =>
    sql.raw(`coalesce((select ${name} from ${table} where id = ${id}), '')`);
  return { name: select(latinName(table)), nameLo: select(writtenName(table)) };
};

/** The payer's name: a parent, who has no Latin name, a student, or a walk-in. */
export const payersOf = (parentId: string, studentId: string, walkIn: string): Names => {
  const select = (name: string) =>
    sql.raw(
      `
        coalesce(
          (select ${writtenName('parents')} from parents where id = ${parentId}),
            (select ${name} from students where id = ${studentId}), ${walkIn}, ''
        )`,
    );
  return { name: select(latinName('students')), nameLo: select(writtenName('students')) };
};
