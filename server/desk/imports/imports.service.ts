import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { FieldError } from '#contract/field-errors.ts';
import {
  MAX_IMPORT_COLUMNS,
  type ImportKind,
  type ImportResult,
  type ImportRunInput,
  type RecentImport,
} from '#contract/imports/imports.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Language } from '#contract/language.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { isStillNeeded } from '#server/lib/database-error.ts';
import { nextCodes } from '#server/lib/numbering.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import {
  checkImportRows,
  importDigest,
  findLike,
  type Checked,
  type Matching,
} from './check-rows.ts';
import type { Importer, LinkedParent, Writing } from './import-kind.ts';
import { importTable } from '#server/db/tables/desk/imports.table.ts';

/** A file can be imported, and the import undone, for a day. */
const KEPT = sql`now() - interval '1 day'`;
const FIRST_ROWS = 5;
const RECENT = 20;

export type Imported = typeof importTable.$inferSelect;
type Target = { _id: string; kind: ImportKind; user: SignedInUser };

/**
 * The import, if it belongs to this person and has not expired; `lock` lets only one request at a
 * time continue.
 */
export async function findImport(
  db: Db | Tx,
  { _id, kind, user }: Target,
  { lock = false } = {},
): Promise<Imported> {
  const own = and(eq(importTable.userId, user._id), ownBranchOnly(user, importTable.branchId));
  const query = db
    .select()
    .from(importTable)
    .where(
      and(
        eq(importTable._id, _id),
        eq(importTable.kind, kind),
        gt(importTable.createdAt, KEPT),
        own,
      ),
    );
  const [found] = await (lock ? query.for('update') : query);
  if (!found) throw new ApiError('notFound');
  return found;
}

/**
 * The imports of the last day: those of the branch, or all if the person sees all branches. Only
 * the person who ran one can undo it.
 */
export async function recentImports(
  db: Db,
  kind: ImportKind,
  user: SignedInUser,
): Promise<RecentImport[]> {
  const { _id, fileName, createdAt, userId, state, result } = importTable;
  const { firstName, lastName } = userTable;
  const found = await db
    .select({ _id, fileName, at: createdAt, userId, state, result, firstName, lastName })
    .from(importTable)
    .innerJoin(userTable, eq(userTable._id, userId))
    .where(
      and(
        eq(importTable.kind, kind),
        ne(state, 'read'),
        gt(createdAt, KEPT),
        ownBranchOnly(user, importTable.branchId),
      ),
    )
    .orderBy(desc(createdAt))
    .limit(RECENT);
  return found.map((row) => ({
    ...{ _id: row._id, fileName: row.fileName, at: row.at, by: `${row.firstName} ${row.lastName}` },
    ...{
      added: (row.result?.added ?? 0) + (row.result?.updated ?? 0),
      undone: row.state === 'undone',
      mayUndo: row.state === 'done' && row.userId === user._id,
    },
  }));
}

/** Stores the content of a file. */
export async function keepFile(
  tx: Tx,
  values: Pick<Imported, 'kind' | 'userId' | 'branchId' | 'fileName'>,
  sheet: Pick<Imported, 'headings' | 'rows'>,
) {
  const [added] = await tx
    .insert(importTable)
    .values({ ...values, ...sheet })
    .returning({ _id: importTable._id });
  return String(added?._id);
}

/** The first rows, which are shown beside their headings. */
export const firstRows = ({ rows }: Pick<Imported, 'rows'>) =>
  rows.slice(0, FIRST_ROWS).map(({ cells }) => cells.map((cell) => cell ?? '='));

/** Throws unless a matching fits this file and these fields, and names no field twice. */
export function checkMatching<Input>(
  importer: Importer<Input>,
  { headings }: Pick<Imported, 'headings'>,
  matched: Matching,
): void {
  const fields = new Set<string>(importer.fields.map(({ name }) => name));
  const used = matched.filter((field) => field !== null);
  let problem: FieldError | undefined;
  if (
    matched.length !== headings.length ||
    matched.length > MAX_IMPORT_COLUMNS ||
    used.some((field) => !fields.has(field))
  )
    problem = 'invalid';
  else if (new Set(used).size < used.length) problem = 'taken';
  if (problem) throw fieldsInvalid({ matching: problem });
}

/** The rows to be added. */
function chosenOf<Input>(good: Checked<Input>['good'], { duplicates, rows }: ImportRunInput) {
  const choices = new Map(rows.map(({ row, choice }) => [row, choice]));
  return good.filter(
    ({ row, duplicate }) => !duplicate || (choices.get(row) ?? duplicates) !== 'skip',
  );
}

/** The guardians for whom an existing record is used. */
function linkedOf<Input>({ parents }: Checked<Input>, wanted: ImportRunInput): LinkedParent[] {
  const choices = new Map(
    wanted.guardians.map(({ row, guardian, choice }) => [`${row} ${guardian}`, choice]),
  );
  return parents.flatMap(({ row, guardian, firstName, lastName, phone, of }) => {
    if ((choices.get(`${row} ${guardian}`) ?? wanted.parents) !== 'link') return [];
    return { guardian: { firstName, lastName, phone }, parentId: of._id };
  });
}

/**
 * Reads and checks the rows of a file and takes their codes: the long part of a run, outside any
 * transaction.
 */
export async function prepareRun<Input>(
  db: Db,
  importer: Importer<Input>,
  target: Target,
  wanted: ImportRunInput,
  language: Language,
) {
  const file = await findImport(db, target);
  if (file.state !== 'read') throw new ApiError('importDone');
  checkMatching(importer, file, wanted.matching);
  const checked = await checkImportRows(
    db,
    importer,
    file,
    wanted.matching,
    language,
    wanted.answers,
  );
  if (checked.problemRows > 0) throw new ApiError('importHasErrors');
  if (importDigest(checked) !== wanted.digest) throw new ApiError('importChanged');
  const chosen = chosenOf(checked.good, wanted);
  // A transaction of its own, because otherwise nobody else could get the next code until all rows
  // are added.
  const series = importer.codes;
  const codes =
    series === undefined ? [] : await db.transaction((tx) => nextCodes(tx, series, chosen.length));
  return { checked, chosen, codes };
}

type Prepared<Input> = Awaited<ReturnType<typeof prepareRun<Input>>>;
type Run = Omit<Writing, 'branchId' | 'codes'>;

/**
 * Adds the rows of a file, all or none. Other writers are stopped for a last check (for people only
 * at the end, so that adding goes on during a long import). If somebody has added one of the same
 * records since the dry run, nothing is added and the clerk checks again.
 */
export async function runImport<Input>(
  importer: Importer<Input>,
  _id: string,
  wanted: ImportRunInput,
  { checked, chosen, codes }: Prepared<Input>,
  run: Run,
) {
  const { tx, user } = run;
  const file = await findImport(tx, { _id, kind: importer.kind, user }, { lock: true });
  if (file.state !== 'read') throw new ApiError('importDone');
  const closeGate = async (own: Parameters<typeof findLike>[4]) => {
    await importer.gate.close(tx);
    if (
      importDigest(await findLike(tx, importer, file.branchId, checked.good, own)) !== wanted.digest
    )
      throw new ApiError('importChanged');
  };
  run.tell({ done: 0, total: chosen.length });
  if (importer.gate.when === 'first') await closeGate(undefined);
  const inputs = chosen.map(({ input }) => input);
  const {
    added,
    updated = 0,
    parentsLinked,
    cameSince,
  } = await importer.add(
    { ...run, codes, branchId: file.branchId },
    inputs,
    linkedOf(checked, wanted),
  );
  if (importer.gate.when === 'last')
    await closeGate({ codes: new Set(codes), parents: new Set(added.parents) });
  if (await cameSince()) throw new ApiError('importChanged');
  const result: ImportResult = {
    added: chosen.length - updated,
    updated,
    skipped: checked.good.length - chosen.length,
    parentsAdded: added.parents.length,
    parentsLinked,
  };
  await tx
    .update(importTable)
    .set({ state: 'done', result, added, rows: [] })
    .where(eq(importTable._id, _id));
  return {
    answer: result,
    audit: {
      action: 'import',
      entity: importer.kind,
      entityId: _id,
      after: { ...result, fileName: file.fileName },
    },
  };
}

/** Undoes an import, all or nothing. */
export async function undoImport<Input>(
  importer: Importer<Input>,
  tx: Tx,
  user: SignedInUser,
  _id: string,
) {
  const file = await findImport(tx, { _id, kind: importer.kind, user }, { lock: true });
  if (file.state !== 'done' || !file.added) throw new ApiError('importInUse');
  const removed = await importer.remove(tx, file.added).catch((error: unknown) => {
    throw isStillNeeded(error) ? new ApiError('importInUse') : error;
  });
  await tx
    .update(importTable)
    .set({ state: 'undone', added: null })
    .where(eq(importTable._id, _id));
  const answer = { removed };
  return {
    answer,
    audit: {
      action: 'import-undo',
      entity: importer.kind,
      entityId: _id,
      after: { ...answer, fileName: file.fileName },
    },
  };
}
