import { MOST_FOUND, type Found } from '#contract/reports/find.ts';
import type { DeskLookupRow } from '#contract/desk/desk.ts';
import { ordersList } from '#contract/orders/orders-list.ts';
import type { OrderLookupRow, OrderRow } from '#contract/orders/order-rows.ts';
import type { Product } from '#contract/stock/products.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import type { StudentLookupRow } from '#contract/people/students.ts';
import type { Teacher } from '#contract/people/teachers.ts';
import { keptOrders } from '#src/entities/order/kept-orders.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { arrange } from '#src/lib/text/arrange.ts';
import { readCopy } from '#src/offline/lists/list-copies.ts';
import { asKept, findOrders, oldest, type FoundHere, type OrdersThen } from './find-orders.ts';

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

/** A source with rows of one type, from the copy of the list of that name. */
function source<Kept>(
  list: string,
  searchIn: readonly (keyof Kept & string)[],
  toFound: (row: Kept) => Found | undefined,
): Source {
  return { list, searchIn, toFound: (row) => toFound(row as Kept) };
}

const names = ['firstName', 'lastName', 'firstNameEn', 'lastNameEn'] as const;

/** The copies that a device may hold, each under the name of its list. */
const sourcesOf = (branchId: string): readonly Source[] => [
  source<DeskLookupRow>(
    `desk-lookup/${branchId}`,
    ['guardians'],
    ({ payer }) =>
      (payer && {
        kind: 'parent',
        _id: payer._id,
        ...nameOf(payer),
        code: '',
        detail: '',
        phone: payer.phone,
        sumLAK: null,
        payerId: payer._id,
      }) ||
      undefined,
  ),
  source<StudentLookupRow>(
    'students-lookup',
    [...names, 'studentCode', 'nickname', 'phone', 'guardians'],
    (row) => ({
      kind: 'student',
      _id: row._id,
      ...nameOf(row),
      code: row.studentCode,
      detail: row.nickname,
      phone: row.phone,
      sumLAK: null,
    }),
  ),
  source<DeskLookupRow>(
    `desk-lookup/${branchId}`,
    [...names, 'studentCode', 'nickname', 'phone', 'guardians'],
    (row) => ({
      kind: 'student',
      _id: row._id,
      ...nameOf(row),
      code: row.studentCode,
      detail: row.nickname,
      phone: row.phone,
      sumLAK: null,
      payerId: row.payer?._id ?? row._id,
    }),
  ),
  source<Teacher>('teachers', [...names, 'teacherCode', 'phone'], (row) => ({
    kind: 'teacher',
    _id: row._id,
    ...nameOf(row),
    code: row.teacherCode,
    detail: '',
    phone: row.phone,
    sumLAK: null,
  })),
  source<SchoolClass>('classes', ['classCode'], (row) => ({
    kind: 'class',
    _id: row._id,
    name: '',
    nameEn: '',
    code: row.classCode,
    detail: '',
    phone: '',
    sumLAK: null,
  })),
  source<Product>('products', ['sku', 'barcode', 'nameEn', 'nameLo'], (row) => ({
    kind: 'product',
    _id: row._id,
    name: row.nameLo,
    nameEn: row.nameEn,
    code: row.sku,
    detail: row.barcode,
    phone: '',
    sumLAK: null,
  })),
];

/** Pages of orders that were shown since the app was loaded. */
const orderPages = (): OrdersThen[] =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: [...listKey(ordersList), 'page'] })
    .flatMap(({ state: { data, dataUpdatedAt: fetchedAt } }) =>
      data === undefined ? [] : [{ rows: (data as OrderRow[]).map(asKept), fetchedAt }],
    );

const readQuietly = (list: string) => readCopy(list).catch(() => undefined);

async function keptHere(branchId: string): Promise<OrdersThen[]> {
  const copy = await readQuietly(keptOrders(branchId));
  return copy ? [{ rows: copy.rows as OrderLookupRow[], fetchedAt: copy.fetchedAt }] : [];
}

/** Searches the copies on the device the way the server would. */
export async function findOnDevice(q: string, branchId: string): Promise<FoundHere> {
  const all = new Map<string, Found>();
  const ages: number[] = [];
  for (const { list, searchIn, toFound } of sourcesOf(branchId)) {
    const copy = await readQuietly(list);
    const fitting = copy
      ? arrange(copy.rows as Row[], { search: q, searchIn, sort: undefined }).slice(0, MOST_FOUND)
      : [];
    const found = fitting.flatMap((row) => toFound(row) ?? []);
    if (copy && found.length > 0) ages.push(copy.fetchedAt);
    for (const row of found) all.set(row._id, row);
  }
  const papers = findOrders(q, [...(await keptHere(branchId)), ...orderPages()]);
  if (papers.asOf > 0) ages.push(papers.asOf);
  return { rows: [...all.values(), ...papers.rows], asOf: oldest(ages) };
}
