import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { erasureTable } from '#server/db/tables/desk/erasures.table.ts';
import { ApiError } from './api-error.ts';

/**
 * Throws for a person who was erased: the record carries their acts and money, so it must not
 * become somebody else's (docs/domain.md, "A person's data"). Call it behind the lock of the row.
 */
export async function requireNotErased(tx: Tx, personId: string): Promise<void> {
  const { personId: of, doneAt } = erasureTable;
  const isErased = and(eq(of, personId), isNotNull(doneAt));
  if ((await tx.$count(erasureTable, isErased)) > 0) throw new ApiError('personErased');
}
