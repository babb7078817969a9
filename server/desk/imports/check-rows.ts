import type { FieldError } from '#contract/field-errors.ts';
import { anyFieldErrorText } from '#contract/server-field-errors.ts';
import { MAX_TOLD, type ImportCheck } from '#contract/imports/imports.ts';
import type { SheetAnswers } from '#contract/imports/sheet-questions.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { sheetHeadings, type FieldName } from '#server/lib/sheets/headings.ts';
import { sha256 } from '#server/lib/tokens.ts';
import type { Context, Duplicate, Importer, ParentMatch, Problems } from './import-kind.ts';
import type { importTable } from '#server/db/tables/desk/imports.table.ts';
import { inSlices } from './in-slices.ts';
import { columnReader, type RowTitle, type SplitName } from './read-columns.ts';

type ReadFile = Pick<typeof importTable.$inferSelect, 'headings' | 'rows' | 'branchId'>;
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
  questions: ImportCheck['questions'];
  names: SplitName[];
  titles: RowTitle[];
};

/** The problems of a row in the order of the columns; fields without a column are last. */
const inOrder = (problems: Problems, matched: Matching) => {
  const placeOf = (field: string) => matched.indexOf(field) + 1 || matched.length + 1;
  const entries = Object.entries(problems) as [FieldName, FieldError][];
  return entries.toSorted(([one], [other]) => placeOf(one) - placeOf(other));
};

/** Checks every row of a file as if it were added; nothing is written. */
export async function checkImportRows<Input>(
  db: Db | Tx,
  importer: Importer<Input>,
  file: ReadFile,
  matched: Matching,
  language: Context['language'],
  answers: SheetAnswers = {},
): Promise<Checked<Input>> {
  const context: Context = { branchId: file.branchId, language, today: dayInLaos() };
  const columns = columnReader(file, matched, context.today, answers);
  const read: { row: number; input: Input }[] = [];
  const problems: ImportCheck['problems'] = [];
  let problemRows = 0;
  const toInput = await importer.reader(db, context);
  for (const some of inSlices(file.rows)) {
    for (const row of some) {
      const { values, written, problems: unread } = columns.read(row);
      const result = toInput(values);
      const isRead = Object.keys(unread).length === 0;
      if ('input' in result && isRead) read.push({ row: row.number, input: result.input });
      else {
        problemRows += 1;
        const found: Problems = { ...('problems' in result && result.problems), ...unread };
        for (const [name, error] of inOrder(found, matched))
          problems.push({
            row: row.number,
            label: sheetHeadings[name][language],
            value: written[name] ?? '',
            error: anyFieldErrorText(error, language),
          });
      }
    }
    // Lets other requests run during a long file.
    await new Promise(setImmediate);
  }
  return {
    ...(await findLike(db, importer, file.branchId, read)),
    ...{ problems, problemRows, questions: columns.questions() },
    ...{ names: columns.names(), titles: columns.titles() },
  };
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
export function importDigest<Input>({
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
  questions,
  names,
  titles,
}: Checked<Input>): ImportCheck {
  const duplicates = good.flatMap(({ duplicate }) => duplicate ?? []);
  return {
    digest: importDigest({ good, parents }),
    rows: good.length + problemRows,
    ready: good.length - duplicates.length,
    problemRows,
    duplicateRows: duplicates.length,
    questions,
    names: names.slice(0, MAX_TOLD),
    titles: titles.slice(0, MAX_TOLD),
    problems: problems.slice(0, MAX_TOLD),
    duplicates: duplicates.slice(0, MAX_TOLD),
    parentMatches: parents.length,
    parents: parents.slice(0, MAX_TOLD),
  };
}
