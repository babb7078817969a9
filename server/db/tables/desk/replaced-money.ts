import { sql, type SQL } from 'drizzle-orm';

/** Stands in the key of money that was made void and written again with another sum. */
const REPLACED = ' void ';

/** The key that a row of `moved_money` has once a corrected one stands in its place. */
export const replacedKey = sql.raw(`moved_money.key || '${REPLACED}' || moved_money.row_id`);

/** True for such a row; `rows` is its name in the statement. */
export const isReplaced = (rows: string): SQL<boolean> =>
  sql<boolean>`${sql.raw(`(strpos(${rows}.key, '${REPLACED}' || ${rows}.row_id) > 0)`)}`;
