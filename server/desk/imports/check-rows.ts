import { fieldErrorText } from '#contract/field-errors.ts';
import { MAX_TOLD, type ImportCheck } from '#contract/imports.ts';
import { dayInLaos } from '#contract/people.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { headings, type FieldName } from '#server/lib/sheets/headings.ts';
import { sha256 } from '#server/lib/tokens.ts';
import type { Context, Duplicate, Importer, ParentMatch, RowValues } from './import-kind.ts';
import type { importTable } from '#server/db/tables/desk/imports.table.ts';
import { inSlices } from './in-slices.ts';

type ReadFile = Pick<typeof importTable.$inferSelect, 'rows' | 'branchId'>;
export type Matching = (string | null)[];

/**
 * The result of a dry run: every row that could be added, with its duplicate if there is one, and
 * all problems.
 */
export type Checked<Input> = {
  good: { row: number; input: Input; duplicate: Duplicate | undefined }[];
  parents: ParentMatch[];
  problems: ImportCheck['problems'];
  problemRows: number;
};

function valuesOf(cells: (string | null)[], matched: Matching): RowValues {
  const values: RowValues = {};
  matched.forEach((field, at) => {
    if (field !== null) values[field as FieldName] = cells[at] ?? (cells[at] === null ? null : '');
  });
  return values;
}

/** Checks every row of a file as if it were added; nothing is written. */
export async function checkRows<Input>(
  db: Db | Tx,
  importer: Importer<Input>,
  file: ReadFile,
  matched: Matching,
  language: Context['language'],
): Promise<Checked<Input>> {
  const context: Context = { branchId: file.branchId, language, today: dayInLaos() };
  const read: { row: number; input: Input }[] = [];
  const problems: ImportCheck['problems'] = [];
  let problemRows = 0;
  const toInput = await importer.reader(db, context);
  for (const some of inSlices(file.rows)) {
    for (const { number, cells } of some) {
      const values = valuesOf(cells, matched);
      const result = toInput(values);
      if ('input' in result) read.push({ row: number, input: result.input });
      else {
        problemRows += 1;
        for (const [field, error] of Object.entries(result.problems)) {
          const name = field as FieldName;
          const value = values[name] ?? '';
          problems.push({
            row: number,
            label: headings[name][language],
            value,
            error: fieldErrorText(error, language),
          });
        }
      }
    }
    // Lets other requests run during a long file.
    await new Promise(setImmediate);
  }
  return { ...(await findLike(db, importer, file.branchId, read)), problems, problemRows };
}

/** Ids and codes of the import's own records, which never count as duplicates. */
type Own = { codes: ReadonlySet<string>; parents: ReadonlySet<string> };
const nothing: Own = { codes: new Set(), parents: new Set() };

/** The same rows, each with its duplicate if there is one. */
export async function findLike<Input>(
  db: Db | Tx,
  importer: Importer<Input>,
  branchId: string,
  read: readonly { row: number; input: Input }[],
  own: Own = nothing,
): Promise<Pick<Checked<Input>, 'good' | 'parents'>> {
  const duplicates = await importer.like(db, branchId, read, own.codes);
  const good = read.map(({ row, input }, at) => ({ row, input, duplicate: duplicates[at] }));
  return { good, parents: (await importer.likeParents?.(db, branchId, read, own.parents)) ?? [] };
}

/** Equal for two checks that found the same records. */
export function digestOf<Input>({
  good,
  parents,
}: Pick<Checked<Input>, 'good' | 'parents'>): string {
  return sha256(JSON.stringify([good.flatMap(({ duplicate }) => duplicate ?? []), parents]));
}

/** The answer for the person who asked: all counts, and as many details as one can read. */
export function importCheckOf<Input>({
  good,
  parents,
  problems,
  problemRows,
}: Checked<Input>): ImportCheck {
  const duplicates = good.flatMap(({ duplicate }) => duplicate ?? []);
  return {
    digest: digestOf({ good, parents }),
    rows: good.length + problemRows,
    ready: good.length - duplicates.length,
    problemRows,
    duplicateRows: duplicates.length,
    problems: problems.slice(0, MAX_TOLD),
    duplicates: duplicates.slice(0, MAX_TOLD),
    parentMatches: parents.length,
    parents: parents.slice(0, MAX_TOLD),
  };
}
