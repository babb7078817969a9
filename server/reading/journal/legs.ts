import { sql, type SQL } from 'drizzle-orm';

// Every row of the books as double entry. Each query returns legs (branch_id, at, account, detail,
// currency, minor, amount): debits are positive, and the legs of one row add up to 0. `minor` is
// the change of a foreign account in its own currency.

/** A leg in kip on an account without a currency of its own. */
export const leg = (branch: string, at: string, account: SQL, amount: string, detail = "''") =>
  sql`
    (
      ${sql.raw(branch)}, ${sql.raw(at)}, ${account}, ${sql.raw(detail)}::text, 'LAK', 0::numeric,
        (${sql.raw(amount)})::numeric
    )`;
export const named = (account: string) => sql.raw(`'${account}'`);
export const legColumns = sql.raw('leg(branch_id, at, account, detail, currency, minor, amount)');

/** The kip of an amount in minor units, at the newest rate of a moment. */
export const kipAtMoment = (amount: string, currency: string, at: string) =>
  sql.raw(
    `
      case
        when ${currency} = 'LAK' then ${amount}
        else round(
          ${amount} * coalesce(
            (
              select rate_to_lak
              from exchange_rates
              where exchange_rates.currency = ${currency} and created_at <= ${at}
              order by sequence desc
              limit 1
            ),
              0
          )::numeric / 100
        ) end`,
  );
