import { products, type ProductInput } from '#contract/stock/products.ts';
import type { Tx } from '#server/db/client.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { addRecords, removeRecords } from '#server/lib/added-rows.ts';
import { takeProductImportLock } from '#server/lib/locks.ts';
import type { Writer } from '#server/lib/writer.ts';
import { costColumns } from './products.service.ts';

type NewProduct = Omit<ProductInput, 'courses' | 'reorderLevels'> & { _id: string };

/** Adds products, with the cost of one piece in kip at the newest rate. */
export async function addProducts(writer: Writer, rows: readonly NewProduct[]): Promise<void> {
  await takeProductImportLock(writer.tx);
  const records = [];
  for (const { cost, ...row } of rows)
    records.push({ ...row, ...(await costColumns(writer.tx, cost ?? null)) });
  await addRecords(writer, productTable, products, records);
}

export const removeProducts = (tx: Tx, ids: readonly string[]) =>
  removeRecords(tx, productTable, ids);
