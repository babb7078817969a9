import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { FieldError } from '#contract/field-errors.ts';
import { MAX_IMPORT_COLUMNS, type ImportKind, type ImportResult, type ImportRunInput, type RecentImport } from '#contract/imports.ts';
import type { SignedInUser } from '#contract/auth.ts';
import type { Language } from '#contract/language.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import type { Sheet } from '#server/lib/sheets/read-sheet.ts';
import { isStillNeeded } from '#server/lib/database-error.ts';
import { nextCodes } from '#server/lib/code-series.ts';
import { aloneWithAllWords } from '#server/lib/one-at-a-time.ts';
import { userTable } from '#server/modules/users/users.table.ts';
import { checkRows, digestOf, type Checked, type Matching } from './check-rows.ts';
import type { Importer, LinkedParent, Person, Writing } from './import-kind.ts';
import { importTable } from './imports.table.ts';

/** A file can be imported, and taken back, for a day. */
const KEPT = sql`now() - interval '1 day'`;
const FIRST_ROWS = 5;
const RECENT = 20;
const codeSeries: Record<ImportKind, string> = { students: 'ST', teachers: 'TC' };

export type Imported = typeof importTable.$inferSelect;
type Target = { _id: string; kind: ImportKind; user: SignedInUser };

/** The import, if it is this person's own and not over; `lock` lets one request at a time go on with it. */
export async function findImport(db: Db | Tx, { _id, kind, user }: Target, { lock = false } = {}): Promise<Imported> {
  const own = and(eq(importTable.userId, user._id), ownBranchOnly(user, importTable.branchId));
  const query = db
    .select()
    .from(importTable)
    .where(and(eq(importTable._id, _id), eq(importTable.kind, kind), gt(importTable.createdAt, KEPT), own));
  const [found] = await (lock ? query.for('update') : query);
  if (!found) throw new ApiError('notFound');
  return found;
}

/** What was imported into the branch, or anywhere for whoever sees all, and can be taken back by who did it. */
export async function recentImports(db: Db, kind: ImportKind, user: SignedInUser): Promise<RecentImport[]> {
  const { _id, fileName, createdAt, userId, state, result } = importTable;
  const { firstName, lastName } = userTable;
  const found = await db
    .select({ _id, fileName, at: createdAt, userId, state, result, firstName, lastName })
    .from(importTable)
    .innerJoin(userTable, eq(userTable._id, userId))
    .where(and(eq(importTable.kind, kind), ne(state, 'read'), gt(createdAt, KEPT), ownBranchOnly(user, importTable.branchId)))
    .orderBy(desc(createdAt))
    .limit(RECENT);
  return found.map((row) => ({
    ...{ _id: row._id, fileName: row.fileName, at: row.at, by: `${row.firstName} ${row.lastName}` },
    ...{ added: row.result?.added ?? 0, undone: row.state === 'undone', mayUndo: row.state === 'done' && row.userId === user._id },
  }));
}

/** Keeps what was read of a file. */
export async function keepFile(tx: Tx, values: Pick<Imported, 'kind' | 'userId' | 'branchId' | 'fileName'>, sheet: Sheet) {
  const [added] = await tx.insert(importTable).values({ ...values, ...sheet }).returning({ _id: importTable._id });
  return String(added?._id);
}

/** The first rows as they are shown beside their headings. */
export const firstRows = ({ rows }: Pick<Sheet, 'rows'>) => rows.slice(0, FIRST_ROWS).map(({ cells }) => cells.map((cell) => cell ?? '='));

/** A matching is for this file and these fields, and gives no field twice. */
export function checkMatching<Input extends Person>(importer: Importer<Input>, { headings }: Pick<Imported, 'headings'>, matched: Matching): void {
  const fields = new Set<string>(importer.fields.map(({ name }) => name));
  const used = matched.filter((field) => field !== null);
  let problem: FieldError | undefined;
  if (matched.length !== headings.length || matched.length > MAX_IMPORT_COLUMNS || used.some((field) => !fields.has(field))) problem = 'invalid';
  else if (new Set(used).size < used.length) problem = 'taken';
  if (problem) throw fieldsInvalid({ matching: problem });
}

type Run = Omit<Writing, 'branchId'> & { language: Language };

/** The rows that are to be added. */
function chosenOf<Input>(good: Checked<Input>['good'], { duplicates, rows }: ImportRunInput) {
  const choices = new Map(rows.map(({ row, choice }) => [row, choice]));
  return good.filter(({ row, duplicate }) => !duplicate || (choices.get(row) ?? duplicates) === 'add');
}

/** The guardians whose place a record takes that is there. */
function linkedOf<Input extends Person>({ parents }: Checked<Input>, wanted: ImportRunInput): LinkedParent[] {
  const choices = new Map(wanted.guardians.map(({ row, guardian, choice }) => [`${row} ${guardian}`, choice]));
  return parents.flatMap(({ row, guardian, firstName, lastName, phone, of }) => {
    if ((choices.get(`${row} ${guardian}`) ?? wanted.parents) !== 'link') return [];
    return { guardian: { firstName, lastName, phone }, parentId: of._id };
  });
}

/**
 * Adds the rows of a file, all or none. They are judged once more, because others may have added the same people since
 * the dry run: then nothing is added, and the clerk looks again. Nobody saves a person in between, by hand or from a file.
 */
export async function runImport<Input extends Person>(importer: Importer<Input>, _id: string, wanted: ImportRunInput, run: Run) {
  const { tx, user, language } = run;
  const file = await findImport(tx, { _id, kind: importer.kind, user }, { lock: true });
  if (file.state !== 'read') throw new ApiError('importDone');
  checkMatching(importer, file, wanted.matching);
  await aloneWithAllWords(tx);
  await nextCodes(tx, codeSeries[importer.kind], 0);
  const checked = await checkRows(tx, importer, file, wanted.matching, language);
  if (checked.problemRows > 0) throw new ApiError('importHasErrors');
  if (digestOf(checked) !== wanted.digest) throw new ApiError('importChanged');
  const { good } = checked;
  const chosen = chosenOf(good, wanted);
  run.tell({ done: 0, total: chosen.length });
  const inputs = chosen.map(({ input }) => input);
  const { added, parentsLinked } = await importer.add({ ...run, branchId: file.branchId }, inputs, linkedOf(checked, wanted));
  const result: ImportResult = {
    added: chosen.length,
    skipped: good.length - chosen.length,
    parentsAdded: added.parents.length,
    parentsLinked,
  };
  await tx.update(importTable).set({ state: 'done', result, added, rows: [] }).where(eq(importTable._id, _id));
  return { answer: result, audit: { action: 'import', entity: importer.kind, entityId: _id, after: { ...result, fileName: file.fileName } } };
}

/** Takes back what an import added, all or nothing. */
export async function undoImport<Input extends Person>(importer: Importer<Input>, tx: Tx, user: SignedInUser, _id: string) {
  const file = await findImport(tx, { _id, kind: importer.kind, user }, { lock: true });
  if (file.state !== 'done' || !file.added) throw new ApiError('importInUse');
  const removed = await importer.remove(tx, file.added).catch((error: unknown) => {
    throw isStillNeeded(error) ? new ApiError('importInUse') : error;
  });
  await tx.update(importTable).set({ state: 'undone', added: null }).where(eq(importTable._id, _id));
  const answer = { removed };
  return { answer, audit: { action: 'import-undo', entity: importer.kind, entityId: _id, after: { ...answer, fileName: file.fileName } } };
}
