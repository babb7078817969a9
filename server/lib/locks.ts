import { inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

/** The rows that a write locks until its transaction ends, as ids by kind. */
type LockRequest = {
  /**
   * Set by a write that adds people or changes their names or phones: the last check of an import
   * waits until they are committed.
   */
  addsPeople?: boolean;
  /** Set by a write that adds or changes products, which waits while an import does. */
  changesProducts?: boolean;
  /** Terms whose rows others may share but not change, for a write that plans meetings. */
  terms?: readonly string[];
  classes?: readonly string[];
  sessions?: readonly string[];
  /**
   * Keys of advisory locks for facts without a row, such as `teacher:<id>` for a teacher's time, or
   * a name that is about to be added.
   */
  advisoryKeys?: readonly string[];
  parents?: readonly string[];
  students?: readonly string[];
  orders?: readonly string[];
  payments?: readonly string[];
  /** Products whose own record changes; a write that only moves stock locks their levels alone. */
  products?: readonly string[];
  /** Locked after the levels of stock, which `lockStock` locks. */
  shifts?: readonly string[];
};

const PEOPLE_IMPORT_LOCK = sql`hashtextextended('people', 0)`;
const PRODUCT_IMPORT_LOCK = sql`hashtextextended('products', 0)`;

/**
 * Takes locks, always in the same order, so that two writes never wait for each other: import
 * locks, terms, classes, sessions of classes, advisory keys, parents (payers), students; then rows
 * that are only changed: enrolments, attendance, courses. Orders and payments follow, then the
 * papers of stock (deliveries, counts, transfers), products, stock levels (`lockStock`), shifts,
 * and last the books (`openBooks`) and number series. Within a kind the ids are in order. Rows may
 * have changed since they were read, so the caller reads them again once they are locked.
 */
export async function takeLocks(
  tx: Tx,
  {
    addsPeople = false,
    changesProducts = false,
    terms = [],
    classes = [],
    sessions = [],
    advisoryKeys = [],
    parents = [],
    students = [],
    orders = [],
    payments = [],
    products = [],
    shifts = [],
  }: LockRequest,
): Promise<void> {
  if (addsPeople) await tx.execute(sql`select pg_advisory_xact_lock_shared(${PEOPLE_IMPORT_LOCK})`);
  if (changesProducts)
    await tx.execute(sql`select pg_advisory_xact_lock_shared(${PRODUCT_IMPORT_LOCK})`);
  const ids = (some: readonly string[]) => [...new Set(some)];
  if (terms.length > 0)
    await tx
      .select({ _id: academicTermTable._id })
      .from(academicTermTable)
      .where(inArray(academicTermTable._id, ids(terms)))
      .orderBy(academicTermTable._id)
      .for('share');
  if (classes.length > 0)
    await tx
      .select({ _id: classTable._id })
      .from(classTable)
      .where(inArray(classTable._id, ids(classes)))
      .orderBy(classTable._id)
      .for('update');
  if (sessions.length > 0)
    await tx
      .select({ _id: classSessionTable._id })
      .from(classSessionTable)
      .where(inArray(classSessionTable._id, ids(sessions)))
      .orderBy(classSessionTable._id)
      .for('update');
  for (const word of ids(advisoryKeys).sort())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${word}, 0))`);
  // `no key update`, because `update` would also block those who only refer to a person.
  if (parents.length > 0)
    await tx
      .select({ _id: parentTable._id })
      .from(parentTable)
      .where(inArray(parentTable._id, ids(parents)))
      .orderBy(parentTable._id)
      .for('no key update');
  if (students.length > 0)
    await tx
      .select({ _id: studentTable._id })
      .from(studentTable)
      .where(inArray(studentTable._id, ids(students)))
      .orderBy(studentTable._id)
      .for('no key update');
  if (orders.length > 0)
    await tx
      .select({ _id: orderTable._id })
      .from(orderTable)
      .where(inArray(orderTable._id, ids(orders)))
      .orderBy(orderTable._id)
      .for('no key update');
  if (payments.length > 0)
    await tx
      .select({ _id: paymentTable._id })
      .from(paymentTable)
      .where(inArray(paymentTable._id, ids(payments)))
      .orderBy(paymentTable._id)
      .for('no key update');
  if (products.length > 0)
    await tx
      .select({ _id: productTable._id })
      .from(productTable)
      .where(inArray(productTable._id, ids(products)))
      .orderBy(productTable._id)
      .for('no key update');
  if (shifts.length > 0)
    await tx
      .select({ _id: shiftTable._id })
      .from(shiftTable)
      .where(inArray(shiftTable._id, ids(shifts)))
      .orderBy(shiftTable._id)
      .for('no key update');
}

/**
 * Keeps everybody else from adding people until the transaction ends, which must be soon. For an
 * import with more people than one transaction can lock by key.
 */
export async function takePeopleImportLock(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PEOPLE_IMPORT_LOCK})`);
}

/** Keeps everybody else from adding or changing products until the transaction ends. */
export async function takeProductImportLock(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PRODUCT_IMPORT_LOCK})`);
}
