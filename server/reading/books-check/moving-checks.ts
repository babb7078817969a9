import { sql } from 'drizzle-orm';
import { movedMoneyTable } from '#server/db/tables/desk/moving-in.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { inSlice, type BooksCheck } from './difference.ts';

/**
 * A running place of the old book: its used sessions and those on its line are all that were
 * bought, and in kip so are the used value and the line. Foreign sums became kip at their rate.
 */
export const movingChecks: readonly BooksCheck[] = [
  {
    name: 'used and left are the whole of a place that moved in',
    query: (slice) => sql`
      select orders.number as "where",
        format('%s of %s sessions used, %s on the line; %s of %s used, %s on the lines',
          used, bought, sessions, round(net * used / bought), net, charged) as detail
      from (
        select written.order_id, written.money ->> 'currency' as currency,
          (written.money ->> 'used')::numeric as used,
          greatest(1, (written.money ->> 'sessions')::numeric) as bought,
          (written.money ->> 'price')::numeric - (written.money ->> 'discount')::numeric as net
        from ${movedMoneyTable} written
        where written.money ->> 'kind' = 'place'
      ) place
      join ${orderTable} on orders.id = place.order_id
      cross join lateral (
        select sum(line.sessions) filter (where line.kind = 'tuition') as sessions,
          sum(line.amount_lak) as charged
        from ${orderLineTable} line
        where line.order_id = orders.id and line.at = orders.at
          and line.kind in ('tuition', 'discount')
      ) lines
      where ${inSlice(sql.raw('orders.id'), slice)}
        and (used + sessions <> bought
          or (currency = 'LAK' and round(net * used / bought) + charged <> net))`,
  },
];
