import { sql } from 'drizzle-orm';
import type { MovingCounts, MovingSheet } from '#contract/imports/moving-in.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { movingRowTable } from '#server/db/tables/desk/moving-in.table.ts';
import { neededFields } from './columns.ts';
import type { SheetRecord } from './effective-rows.ts';
import { NO_COLUMN } from './no-column.ts';
import { isOwnName } from './recognise.ts';

/** Columns that the branch of the file fills. */
const branchFields = new Set(['branch', 'homeBranch', 'branches']);

/** Fields of which every row has its own, so that one text for several rows makes no sense. */
const ownOfRow = new Set([
  'fullName',
  'firstName',
  'lastName',
  'firstNameEn',
  'lastNameEn',
  'student',
  'payer',
  'studentCode',
  'teacherCode',
  'branchCode',
  'branchName',
  'code',
  'courseName',
  'termName',
  'className',
  'room',
  'sku',
  'nameEn',
  'nameLo',
  'rowId',
  ...[1, 2, 3, 4, 5, 6].flatMap((at) => [`guardian${at}FirstName`, `guardian${at}Phone`]),
]);

type Empties = Map<string, Map<string, number>>;

/** Needed cells that are empty, by sheet and field. */
export async function emptyCells(db: Db | Tx, moveId: string): Promise<Empties> {
  const { rows } = await db.execute<{ sheet_id: string; field: string; rows: number }>(sql`
    select row.sheet_id, problem ->> 'field' as field, count(*)::int as rows
    from ${movingRowTable} row, jsonb_array_elements(row.problems) problem
    where row.move_id = ${moveId} and problem ->> 'error' = 'required'
      and row.state in ('problem', 'waiting')
    group by row.sheet_id, field order by field`);
  const found: Empties = new Map();
  for (const { sheet_id: id, field, rows: count } of rows)
    found.set(id, (found.get(id) ?? new Map<string, number>()).set(field, count));
  return found;
}

/** Needed columns of a sheet that one text can fill, each with the rows that lack it. */
export function emptiesOf(
  { kind, name, matching, defaults }: SheetRecord,
  cells: ReadonlyMap<string, number>,
  { counts, isList, hasBranch }: { counts: MovingCounts; isList: boolean; hasBranch: boolean },
): MovingSheet['empty'] {
  if (kind === null) return [];
  const open = counts.problem + counts.waiting;
  const missing = neededFields(kind, matching, isList).filter(
    (field) => !cells.has(field) && !(field in defaults),
  );
  const offerOf = (field: string) => (field === 'class' && isOwnName(name) ? name : '');
  return [
    ...missing.map((field) => ({ field, rows: open })),
    ...[...cells].map(([field, rows]) => ({ field, rows })),
  ]
    .filter(({ field, rows }) => rows === open || (rows > 1 && !ownOfRow.has(field)))
    .filter(({ field, rows }) => rows > 0 && !(hasBranch && branchFields.has(field)))
    .map((empty) => ({ ...empty, offer: offerOf(empty.field) }));
}

/** Columns with content that nobody has named a field for. */
export async function notTakenOf(
  db: Db | Tx,
  { _id, kind, matching }: SheetRecord,
): Promise<number[]> {
  const open = matching.flatMap((field, at) => (field === null || field === NO_COLUMN ? [at] : []));
  if (kind === null || open.length === 0) return [];
  const { rows } = await db.execute<{ at: number }>(sql`
    select at from unnest(${sql.param(open)}::int[]) at
    where exists (
      select from ${movingRowTable} row
      where row.sheet_id = ${_id} and trim(coalesce(row.cells ->> at, '')) !~ '^[-–—]*$')
    order by at`);
  return rows.map(({ at }) => at);
}
