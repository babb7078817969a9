import { inArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
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

async function lockRows(
  tx: Tx,
  table: PgTable & { _id: PgColumn },
  ids: readonly string[],
  strength: 'share' | 'update' | 'no key update',
): Promise<void> {
  if (ids.length === 0) return;
  const rows: PgTable = table;
  await tx
    .select({ _id: table._id })
    .from(rows)
    .where(inArray(table._id, [...new Set(ids)]))
    .orderBy(table._id)
    .for(strength);
}

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
  await lockRows(tx, academicTermTable, terms, 'share');
  await lockRows(tx, classTable, classes, 'update');
  await lockRows(tx, classSessionTable, sessions, 'update');
  for (const key of [...new Set(advisoryKeys)].sort())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  // `no key update`, because `update` would also block those who only refer to a person.
  await lockRows(tx, parentTable, parents, 'no key update');
  await lockRows(tx, studentTable, students, 'no key update');
  await lockRows(tx, orderTable, orders, 'no key update');
  await lockRows(tx, paymentTable, payments, 'no key update');
  await lockRows(tx, productTable, products, 'no key update');
  await lockRows(tx, shiftTable, shifts, 'no key update');
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
