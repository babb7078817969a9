import { isDeepStrictEqual } from 'node:util';
import { inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { coursesList } from '#contract/courses/courses-list.ts';
import {
  MAX_PRODUCTS_OF_COURSE,
  productOfCourse,
  type ProductOfCourse,
} from '#contract/stock/products.ts';
import { countCourseVersion } from '#server/catalogue/courses/added-courses.ts';
import { readProductsOf, storeProducts } from '#server/catalogue/products/course-products.ts';
import type { Tx } from '#server/db/client.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { movingRowTable } from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { recordAudits, type AuditEntry } from '#server/lib/audit.ts';
import type { Writer } from '#server/lib/writer.ts';
import { readCourseBook, writtenBooks } from '#server/desk/moving-in/book-cells.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import { keepMadeVersions } from '#server/desk/moving-in/made-versions.ts';
import type { MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import { parsed, type MovingInput } from './moving-kind.ts';

const booksOfCourse = z.object({
  books: z.array(productOfCourse).check(z.maxLength(MAX_PRODUCTS_OF_COURSE)),
});

type Books = readonly ProductOfCourse[];

/** The books that a row gives a course, and those that it changes. */
type CourseBooks = {
  books: ProductOfCourse[];
  booksBefore: ProductOfCourse[];
  booksRowId: string;
};

/** The books in the input of a row; most courses have none. */
const booksIn = (input: Record<string, unknown> | null): CourseBooks | undefined =>
  Array.isArray(input?.['books']) ? (input as CourseBooks) : undefined;

/** The input of an added course without its books. */
export function withoutBooks<Input extends object>(input: Input): Omit<Input, keyof CourseBooks> {
  const {
    books: _books,
    booksBefore: _before,
    booksRowId: _row,
    ...course
  } = input as Input & CourseBooks;
  return course;
}

/**
 * Records that the move of a row has added itself. They keep their version, so that both ends of a
 * link can be taken back.
 */
async function ofSameMove(tx: Tx, { booksRowId }: CourseBooks, ids: readonly string[]) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select made.id from move_rows own join move_rows made on made.move_id = own.move_id
    where own.id = ${booksRowId} and made.id = any(${sql.param([...ids])}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Stores the books of a course as a move says them; `own` are the records that the move has added.
 * Other products get a new version, which is no change of their own.
 */
async function storeMoved(
  tx: Tx,
  courseId: string,
  [before, after]: readonly [Books, Books],
  own: ReadonlySet<string>,
): Promise<AuditEntry[]> {
  const audit = await storeProducts(tx, courseId, before, after, own);
  const linked = audit.map(({ entityId }) => entityId).filter((id) => !own.has(id));
  await keepMadeVersions(tx, linked);
  return audit;
}

const idsOf = (books: readonly ProductOfCourse[]) => books.map(({ productId }) => productId);

const isOf = (one: ProductOfCourse) => (other: ProductOfCourse) =>
  one.productId === other.productId;
const without = (all: readonly ProductOfCourse[], some: readonly ProductOfCourse[]) =>
  all.filter((one) => !some.some(isOf(one)));

/**
 * The books that a row adds to a course or changes, with the change that it shows. What the cell
 * does not say of a book stays, and so does a book that it does not name.
 */
export function readCourseBooks(row: MovingRowCheck, known: KnownRecords, courseId: string) {
  const before = known.books.get(courseId) ?? [];
  const said = new Map<string, ProductOfCourse>();
  const nameIn = (part: string) => readCourseBook(part).name;
  for (const { thing, part } of row.partsNamed('product', 'books', { nameIn })) {
    const { quantity = 1, needed = 'usual' } = {
      ...before.find(({ productId }) => productId === thing.id),
      ...readCourseBook(part),
    };
    said.set(thing.id, { productId: thing.id, quantity, needed });
  }
  const books = [...said.values()].filter(
    (one) => !before.some((other) => isDeepStrictEqual(one, other)),
  );
  const after = [...without(before, books), ...books];
  parsed(row, booksOfCourse, { books: after });
  const written = (some: readonly ProductOfCourse[]) =>
    writtenBooks(
      some.map((book) => ({
        ...book,
        sku: known.names.get('product', book.productId)?.label ?? '',
      })),
      known.language,
    );
  const booksBefore = before.filter((one) => books.some(isOf(one)));
  const input: CourseBooks = { books, booksBefore, booksRowId: row.id };
  const changes: Record<string, [string, string]> = { books: [written(before), written(after)] };
  return books.length === 0 ? undefined : { input, changes };
}

/** Gives added courses their books. */
export async function addCourseBooks(
  { tx, actor }: Writer,
  rows: readonly MovingInput[],
): Promise<void> {
  for (const { _id, input } of rows) {
    const said = booksIn(input);
    if (!said) continue;
    const own = await ofSameMove(tx, said, idsOf(said.books));
    await recordAudits(tx, actor, await storeMoved(tx, _id, [[], said.books], own));
  }
}

/** Locks courses whose books change, before the products. */
const lockCourses = (tx: Tx, ids: readonly string[]) =>
  tx
    .select({ _id: courseTable._id })
    .from(courseTable)
    .where(inArray(courseTable._id, [...ids]))
    .orderBy(courseTable._id)
    .for('no key update');

/** Stores the books of a course that is there; gives its version, unless it keeps that. */
async function storeBooks(
  tx: Tx,
  { courseId, said, undoes }: { courseId: string; said: CourseBooks; undoes: number | null },
  [before, after]: readonly [Books, Books],
) {
  const own = await ofSameMove(tx, said, [courseId, ...idsOf(said.books)]);
  const audit = await storeMoved(tx, courseId, [before, after], own);
  return own.has(courseId)
    ? { audit }
    : { audit, version: await countCourseVersion(tx, courseId, undoes) };
}

/** Gives a course that is there the books of a row; gives the version that it has then. */
export async function changeCourseBooks(
  { tx, actor }: Writer,
  courseId: string,
  input: Record<string, unknown>,
): Promise<number | undefined> {
  const said = booksIn(input);
  if (!said) return undefined;
  await lockCourses(tx, [courseId]);
  const before = await readProductsOf(tx, courseId);
  const after = [...without(before, said.books), ...said.books];
  const of = { courseId, said, undoes: null };
  const { audit, version } = await storeBooks(tx, of, [before, after]);
  await recordAudits(tx, actor, [
    ...audit,
    {
      action: 'update',
      entity: coursesList.name,
      entityId: courseId,
      before: { products: before },
      after: { products: after },
    },
  ]);
  return version;
}

/** Puts back the books of a course; throws if somebody has changed one of them since. */
export async function changeCourseBooksBack(
  tx: Tx,
  courseId: string,
  input: Record<string, unknown>,
  undoes: number | null,
): Promise<void> {
  const said = booksIn(input);
  if (!said) return;
  await lockCourses(tx, [courseId]);
  const now = await readProductsOf(tx, courseId);
  const isThere = (book: ProductOfCourse) => now.some((one) => isDeepStrictEqual(one, book));
  if (!said.books.every(isThere)) throw new ApiError('importInUse');
  const before = [...without(now, said.books), ...said.booksBefore];
  await storeBooks(tx, { courseId, said, undoes }, [now, before]);
}

/** Takes the books from added courses that their rows gave them; any other one keeps its course. */
export async function removeCourseBooks(tx: Tx, ids: readonly string[]): Promise<void> {
  const { _id, input } = movingRowTable;
  const rows = await tx
    .select({ _id, input })
    .from(movingRowTable)
    .where(inArray(_id, [...ids]))
    .orderBy(_id);
  for (const row of rows) {
    const said = booksIn(row.input);
    if (!said) continue;
    const now = await readProductsOf(tx, row._id);
    const others = now.filter((one) => !said.books.some((book) => isDeepStrictEqual(one, book)));
    const own = await ofSameMove(tx, said, idsOf(said.books));
    await storeMoved(tx, row._id, [now, others], own);
  }
}

type ChangedRow = {
  _id: string;
  recordId: string | null;
  state: string;
  input: Record<string, unknown> | null;
};

/** The rows of courses whose books are others by now than the check has shown. */
export async function booksSince(tx: Tx, rows: readonly ChangedRow[]): Promise<string[]> {
  const changed = rows.filter(({ state }) => state === 'changed');
  await lockCourses(
    tx,
    changed.flatMap(({ recordId }) => recordId ?? []),
  );
  const found: string[] = [];
  for (const { _id, recordId, input } of changed) {
    const { books = [], booksBefore = [] } = booksIn(input) ?? {};
    const now = await readProductsOf(tx, recordId ?? '');
    const before = now.filter((one) => books.some(isOf(one)));
    const isSame =
      before.length === booksBefore.length &&
      before.every((one) => booksBefore.some((other) => isDeepStrictEqual(one, other)));
    if (!isSame) found.push(_id);
  }
  return found;
}
