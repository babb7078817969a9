import { MOST_FOUND, type Found } from '#contract/find.ts';
import type { DeskLookupRow } from '#contract/desk.ts';
import { orders } from '#contract/lists/orders.ts';
import type { OrderRow } from '#contract/order-rows.ts';
import type { Product } from '#contract/products.ts';
import type { SchoolClass } from '#contract/classes.ts';
import type { StudentLookupRow } from '#contract/students.ts';
import type { Teacher } from '#contract/teachers.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { arrange } from '#src/lib/text/arrange.ts';
import { readCopy } from '#src/offline/lists/list-copies.ts';
import { findOrders } from './find-orders.ts';

type Row = Record<string, unknown>;
type Named = { firstName: string; lastName: string; firstNameEn?: string; lastNameEn?: string };
type Source = {
  /** The name of the copy on the device. */
  list: string;
  searchIn: readonly string[];
  toFound: (row: Row) => Found | undefined;
};

const nameOf = ({ firstName, lastName, firstNameEn = '', lastNameEn = '' }: Named) => ({
  name: `${firstName} ${lastName}`.trim(),
  nameEn: firstNameEn !== '' && lastNameEn !== '' ? `${firstNameEn} ${lastNameEn}` : '',
});

/** A source whose rows are of one type; the copy holds what the list of that name answered. */
function source<Kept>(list: string, searchIn: readonly (keyof Kept & string)[], toFound: (row: Kept) => Found | undefined): Source {
  return { list, searchIn, toFound: (row) => toFound(row as Kept) };
}

const names = ['firstName', 'lastName', 'firstNameEn', 'lastNameEn'] as const;

/** What a device may hold, each under the name of the list that brought it. */
const sourcesOf = (branchId: string): readonly Source[] => [
  source<DeskLookupRow>(`desk-lookup/${branchId}`, ['guardians'], ({ payer }) => payer && { kind: 'parent', _id: payer._id, ...nameOf(payer), code: '', detail: '', phone: payer.phone, sumLAK: null, payerId: payer._id } || undefined),
  source<StudentLookupRow>('students-lookup', [...names, 'studentCode', 'nickname', 'phone', 'guardians'], (row) => ({ kind: 'student', _id: row._id, ...nameOf(row), code: row.studentCode, detail: row.nickname, phone: row.phone, sumLAK: null })),
  source<DeskLookupRow>(`desk-lookup/${branchId}`, [...names, 'studentCode', 'nickname', 'phone', 'guardians'], (row) => ({ kind: 'student', _id: row._id, ...nameOf(row), code: row.studentCode, detail: row.nickname, phone: row.phone, sumLAK: null, payerId: row.payer?._id ?? row._id })),
  source<Teacher>('teachers', [...names, 'teacherCode', 'phone'], (row) => ({ kind: 'teacher', _id: row._id, ...nameOf(row), code: row.teacherCode, detail: '', phone: row.phone, sumLAK: null })),
  source<SchoolClass>('classes', ['classCode'], (row) => ({ kind: 'class', _id: row._id, name: '', nameEn: '', code: row.classCode, detail: '', phone: '', sumLAK: null })),
  source<Product>('products', ['sku', 'barcode', 'nameEn', 'nameLo'], (row) => ({ kind: 'product', _id: row._id, name: row.nameLo, nameEn: row.nameEn, code: row.sku, detail: row.barcode, phone: '', sumLAK: null })),
];

/** Pages of orders that were shown since the page was opened; no order lies on the device itself. */
const orderPages = () => queryClient.getQueriesData<OrderRow[]>({ queryKey: [...listKey(orders), 'page'] }).flatMap(([, rows]) => (rows ? [rows] : []));

/** Looks through what the device keeps, as the server would. */
export async function findOnDevice(q: string, branchId: string): Promise<Found[]> {
  const all = new Map<string, Found>();
  for (const { list, searchIn, toFound } of sourcesOf(branchId)) {
    const copy = await readCopy(list).catch(() => undefined);
    const fitting = copy ? arrange(copy.rows as Row[], { search: q, searchIn, sort: undefined }).slice(0, MOST_FOUND) : [];
    for (const row of fitting) {
      const found = toFound(row);
      if (found) all.set(found._id, found);
    }
  }
  return [...all.values(), ...findOrders(q, orderPages())];
}
