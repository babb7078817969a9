import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { FieldError } from '#contract/field-errors.ts';
import { coursesList } from '#contract/courses/courses-list.ts';
import { productsList } from '#contract/stock/products-list.ts';
import type { CourseOfProduct, ProductOfCourse } from '#contract/stock/products.ts';
import type { Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import {
  courseProductTable as table,
  productTable,
} from '#server/db/tables/catalogue/products.table.ts';

/** The courses whose students need a product, in the order of their codes. */
export const coursesOfProduct = sql<CourseOfProduct[]>`coalesce((
  select jsonb_agg(
    jsonb_build_object('courseId', link.course_id, 'quantity', link.quantity, 'needed', link.needed)
      order by course.code
  )
  from ${table} link
  join ${courseTable} course on course.id = link.course_id
  where link.product_id = ${productTable}.id), '[]')`;

/** The products that the students of a course need, in the order of their codes. */
export const productsOfCourse = sql<ProductOfCourse[]>`coalesce((
  select jsonb_agg(
    jsonb_build_object(
      'productId', link.product_id, 'quantity', link.quantity, 'needed', link.needed
    )
      order by product.sku
  )
  from ${table} link
  join ${productTable} product on product.id = link.product_id
  where link.course_id = ${courseTable}.id), '[]')`;

type Link = typeof table.$inferSelect;
/** One end of the links: the record that is not being saved. */
type End = {
  table: PgTable & Record<'_id' | 'version' | 'updatedAt', PgColumn>;
  entity: string;
  id: 'courseId' | 'productId';
  /** The field in which this record lists its links. */
  field: 'products' | 'courses';
  links: SQL;
  errors: { unknown: FieldError; twice: FieldError };
};

const courseEnd: End = {
  table: courseTable,
  entity: coursesList.name,
  id: 'courseId',
  field: 'products',
  links: productsOfCourse,
  errors: { unknown: 'courseUnknown', twice: 'courseTwice' },
};
const productEnd: End = {
  table: productTable,
  entity: productsList.name,
  id: 'productId',
  field: 'courses',
  links: coursesOfProduct,
  errors: { unknown: 'productUnknown', twice: 'productTwice' },
};

const linksOf = (tx: Tx, end: End, ids: readonly string[]) =>
  tx
    .select({ _id: end.table._id, links: end.links })
    .from(end.table as PgTable)
    .where(inArray(end.table._id, [...ids])) as Promise<{ _id: string; links: unknown }[]>;

const sameEnds = (link: Link) => (other: Link) =>
  link.courseId === other.courseId && link.productId === other.productId;

/**
 * Throws if a record is linked twice or does not exist. `field` is the list of links in the saved
 * record.
 */
function refuseWrong(
  links: readonly Link[],
  existing: ReadonlySet<string>,
  { id, errors }: End,
  field: string,
): void {
  const ids = links.map((link) => link[id]);
  const wrong = ids.flatMap((linkedId, at) => {
    const error = ids.indexOf(linkedId) < at ? errors.twice : errors.unknown;
    return ids.indexOf(linkedId) < at || !existing.has(linkedId)
      ? [[`${field}.${at}.${id}`, error] as const]
      : [];
  });
  if (wrong.length > 0) throw fieldsInvalid(Object.fromEntries(wrong));
}

/** Locks the linked records in one order and returns the ids that exist. */
async function lockEnd(tx: Tx, { table: rows }: End, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const locked = await tx
    .select({ _id: rows._id })
    .from(rows as PgTable)
    .where(inArray(rows._id, [...ids]))
    .orderBy(rows._id)
    .for('no key update');
  return new Set(locked.map(({ _id }) => String(_id)));
}

/**
 * Stores the links of one record. The records at the other end whose links changed get a new
 * version, so that a form that is open elsewhere cannot overwrite the change unnoticed.
 */
async function storeLinks(
  tx: Tx,
  end: End,
  before: readonly Link[],
  after: readonly Link[],
  keepVersion: ReadonlySet<string> = new Set(),
): Promise<AuditEntry[]> {
  const changed = after.filter((link) => !isDeepStrictEqual(before.find(sameEnds(link)), link));
  const removed = before.filter((link) => !after.some(sameEnds(link)));
  const ids = [...changed, ...removed].map((link) => link[end.id]);
  refuseWrong(
    after,
    new Set([...(await lockEnd(tx, end, ids)), ...before.map((link) => link[end.id])]),
    end,
    end === courseEnd ? 'courses' : 'products',
  );
  if (ids.length === 0) return [];
  const old = await linksOf(tx, end, ids);
  for (const { courseId, productId } of removed)
    await tx.delete(table).where(and(eq(table.courseId, courseId), eq(table.productId, productId)));
  for (const { quantity, needed, ...ends } of changed) {
    await tx
      .insert(table)
      .values({ ...ends, quantity, needed })
      .onConflictDoUpdate({ target: [table.courseId, table.productId], set: { quantity, needed } });
  }
  await tx
    .update(end.table)
    .set({ version: sql`${end.table.version} + 1`, updatedAt: sql`now()` })
    .where(
      inArray(
        end.table._id,
        ids.filter((id) => !keepVersion.has(id)),
      ),
    );
  const now = new Map((await linksOf(tx, end, ids)).map(({ _id, links }) => [_id, links]));
  return old.map(({ _id, links }) => ({
    action: 'update',
    entity: end.entity,
    entityId: _id,
    before: { [end.field]: links },
    after: { [end.field]: now.get(_id) },
  }));
}

/** Stores the courses of a product. */
export function storeCourses(
  tx: Tx,
  productId: string,
  before: readonly CourseOfProduct[],
  after: readonly CourseOfProduct[],
): Promise<AuditEntry[]> {
  const links = (courses: readonly CourseOfProduct[]) =>
    courses.map((course) => ({ ...course, courseId: course.courseId.toLowerCase(), productId }));
  return storeLinks(tx, courseEnd, links(before), links(after));
}

/**
 * Stores the products of a course. Those of `keepVersion` came with the course in one file, so no
 * form is open with them.
 */
export function storeProducts(
  tx: Tx,
  courseId: string,
  before: readonly ProductOfCourse[],
  after: readonly ProductOfCourse[],
  keepVersion?: ReadonlySet<string>,
): Promise<AuditEntry[]> {
  const links = (products: readonly ProductOfCourse[]) =>
    products.map((product) => ({
      ...product,
      productId: product.productId.toLowerCase(),
      courseId,
    }));
  return storeLinks(tx, productEnd, links(before), links(after), keepVersion);
}

/** The products of a course, for a write that has locked it. */
export function readProductsOf(tx: Tx, courseId: string): Promise<ProductOfCourse[]> {
  const { productId, quantity, needed } = table;
  return tx
    .select({ productId, quantity, needed })
    .from(table)
    .where(eq(table.courseId, courseId))
    .orderBy(productId);
}

/**
 * Locks the courses that a product has or is to have. Courses are locked before the product, as
 * when a course is saved, so that two people who save both ends at once do not deadlock.
 */
export async function lockCourses(
  tx: Tx,
  productId: string | undefined,
  after: readonly CourseOfProduct[],
): Promise<void> {
  const linked =
    productId === undefined
      ? []
      : await tx
          .select({ courseId: table.courseId })
          .from(table)
          .where(eq(table.productId, productId));
  await lockEnd(tx, courseEnd, [...new Set([...linked, ...after].map(({ courseId }) => courseId))]);
}
