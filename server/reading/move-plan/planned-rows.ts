import { sql } from 'drizzle-orm';
import type { RowsThatStay } from '#contract/imports/move-plan.ts';
import type { MovingRowState, MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { movingRowTable, movingSheetTable } from '#server/db/tables/desk/moving-in.table.ts';

export type CountedRows = {
  kind: MovingSheetKind | null;
  state: MovingRowState;
  branchId: string | null;
  rows: number;
};

/** The branch of a row: the one that it says, else the one of the record that it has found. */
const branchOf = sql`coalesce(
  row.input ->> 'branchId', row.input ->> 'homeBranchId',
  case when jsonb_typeof(row.input -> 'branchIds') = 'array' then
    case jsonb_array_length(row.input -> 'branchIds')
      when 1 then row.input -> 'branchIds' ->> 0 end end,
  case when sheet.kind = 'branches' then row.record_id::text end,
  room.branch_id::text, account.branch_id::text)`;

/** The rows of a move by kind, state and branch. */
export async function countMovingRows(db: Db | Tx, moveId: string): Promise<CountedRows[]> {
  const { rows } = await db.execute<CountedRows>(sql`
    select sheet.kind, row.state, ${branchOf} as "branchId", count(*)::int as rows
    from ${movingRowTable} row join ${movingSheetTable} sheet on sheet.id = row.sheet_id
    left join ${roomTable} room on sheet.kind = 'rooms' and room.id = row.record_id
    left join ${userTable} account on sheet.kind = 'accounts' and account.id = row.record_id
    where row.move_id = ${moveId} group by 1, 2, 3`);
  return rows;
}

/** The codes of branches by their id; those that the same file brings have the id of their row. */
export async function branchCodes(db: Db | Tx, moveId: string): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ _id: string; code: string }>(sql`
    select row.id as "_id", row.input ->> 'code' as code
    from ${movingRowTable} row join ${movingSheetTable} sheet on sheet.id = row.sheet_id
    where row.move_id = ${moveId} and sheet.kind = 'branches' and row.input ->> 'code' is not null
    union all select id, code from ${branchTable}`);
  return new Map(rows.map(({ _id, code }) => [_id, code]));
}

type Staying = Pick<RowsThatStay, 'kind' | 'problem' | 'waiting' | 'out'>;

/** The rows of each kind that nothing is written for. */
export function stayingRows(counted: readonly CountedRows[]): Staying[] {
  const found = new Map<MovingSheetKind | null, Staying>();
  for (const { kind, state, rows } of counted) {
    if (state !== 'problem' && state !== 'waiting' && state !== 'out') continue;
    const staying = found.get(kind) ?? { kind, problem: 0, waiting: 0, out: 0 };
    staying[state] += rows;
    found.set(kind, staying);
  }
  return [...found.values()];
}
