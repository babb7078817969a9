import { MOST_FOUND, type Found } from '#contract/reports/find.ts';
import type { OrderLookupRow, OrderRow } from '#contract/orders/order-rows.ts';
import { dayInLaos } from '#contract/dates.ts';
import { arrange } from '#src/lib/text/arrange.ts';
import { showDay } from '#src/lib/text/day.ts';

const searchIn = ['number', 'receipts', 'payerName', 'payerNameEn', 'payerPhone', 'names'] as const;

/** Orders as they were at `fetchedAt`, in milliseconds since 1970. */
export type OrdersThen = { rows: readonly OrderLookupRow[]; fetchedAt: number };

/** A row of the list of orders, in the form of the device's copy. */
export const asKept = ({ students, ...row }: OrderRow): OrderLookupRow => ({
  ...row,
  names: students
    .map(({ firstName, lastName, firstNameEn, lastNameEn }) =>
      [firstName, lastName, firstNameEn, lastNameEn].join(' '),
    )
    .join(' '),
  receipts: '',
});

/** The results, and the age of their oldest row as a moment; 0 for none. */
export type FoundHere = { rows: readonly Found[]; asOf: number };

export const oldest = (ages: readonly number[]): number =>
  ages.length === 0 ? 0 : Math.min(...ages);

const toFound = ({
  _id,
  payerName,
  payerNameEn = '',
  number,
  at,
  state,
  balanceLAK,
}: OrderLookupRow): Found => ({
  kind: 'order',
  _id,
  name: payerName,
  nameEn: payerNameEn,
  code: number,
  detail: showDay(dayInLaos(Date.parse(at))),
  phone: '',
  sumLAK: state === 'confirmed' ? balanceLAK : null,
});

/**
 * Finds orders in the copy and in all pages of orders shown here; each order once, in its latest
 * state.
 */
export function findOrders(q: string, known: readonly OrdersThen[]): FoundHere {
  const byId = new Map<string, OrderLookupRow & { fetchedAt: number }>();
  for (const { rows, fetchedAt } of known.toSorted((a, b) => a.fetchedAt - b.fetchedAt)) {
    // The later row is right, but only the copy has all names and the receipts.
    for (const row of rows)
      byId.set(row._id, {
        ...row,
        receipts: row.receipts || (byId.get(row._id)?.receipts ?? ''),
        names: `${row.names} ${byId.get(row._id)?.names ?? ''}`,
        fetchedAt,
      });
  }
  const fitting = arrange([...byId.values()], { search: q, searchIn, sort: '-at' }).slice(
    0,
    MOST_FOUND,
  );
  return { rows: fitting.map(toFound), asOf: oldest(fitting.map(({ fetchedAt }) => fetchedAt)) };
}
