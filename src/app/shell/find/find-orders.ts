import { MOST_FOUND, type Found } from '#contract/find.ts';
import type { OrderRow } from '#contract/order-rows.ts';
import { dayInLaos } from '#contract/people.ts';
import { arrange } from '#src/lib/text/arrange.ts';
import { showDay } from '#src/lib/text/day.ts';

const searchIn = ['number', 'payerName', 'payerNameEn', 'payerPhone', 'studentNames'] as const;

/** The orders that fit, of all pages of orders that were shown here; each once. */
export function findOrders(q: string, pages: readonly (readonly OrderRow[])[]): Found[] {
  const byId = new Map(pages.flat().map((row) => [row._id, row]));
  const rows = [...byId.values()].map((row) => ({ ...row, studentNames: row.students.map(({ firstName, lastName, firstNameEn, lastNameEn }) => [firstName, lastName, firstNameEn, lastNameEn].join(' ')).join(' ') }));
  const fitting = arrange(rows, { search: q, searchIn, sort: '-at' }).slice(0, MOST_FOUND);
  return fitting.map((row) => ({ kind: 'order', _id: row._id, name: row.payerName, nameEn: row.payerNameEn ?? '', code: row.number, detail: showDay(dayInLaos(Date.parse(row.at))), phone: '', sumLAK: row.state === 'confirmed' ? row.balanceLAK : null }));
}
