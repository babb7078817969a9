import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/**
 * The name of the user whose id is in a column of the query; empty if there is none, as for actions
 * of the server itself.
 */
export const nameOfUser = (column: PgColumn): SQL<string> =>
  sql<string>`
    coalesce(
      (
        select person.first_name || ' ' || person.last_name
        from ${userTable} person
        where person.id = ${column}
      ),
        ''
    )`;
