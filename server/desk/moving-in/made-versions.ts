import { inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { movingRowTable } from '#server/db/tables/desk/moving-in.table.ts';

/**
 * A move has linked these products to a course, or has taken the link away, which has made their
 * next version. The move that brought or changed a product keeps that version beside its row, so
 * that the link is not taken for somebody's change. A product that a person has changed before
 * stays changed.
 */
export async function keepMadeVersions(tx: Tx, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await tx.execute(sql`
    update move_rows row set changed_version = product.version
    from products product
    where product.id = any(${sql.param([...productIds])}::uuid[])
      and row.sheet_id in (select id from move_sheets where kind = 'products')
      and row.record_id = product.id and row.state = 'in'
      and product.version - 1
        = coalesce(row.changed_version, (row.input ->> 'version')::int + 1, 1)`);
}

/** The versions that products of these rows have from links of other moves. */
export async function readMadeVersions(
  tx: Tx,
  rowIds: readonly string[],
): Promise<Map<string, number>> {
  const { _id, changedVersion } = movingRowTable;
  const rows = await tx
    .select({ _id, changedVersion })
    .from(movingRowTable)
    .where(inArray(_id, [...rowIds]));
  return new Map(
    rows.flatMap((row) => (row.changedVersion === null ? [] : [[row._id, row.changedVersion]])),
  );
}
