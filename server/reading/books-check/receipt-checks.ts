import { sql } from 'drizzle-orm';
import { numberSeriesTable } from '#server/db/tables/log/number-series.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { receiptTable, bookTable, numberGapTable } from '#server/db/tables/ledger/books.table.ts';
import { inSlice, type BooksCheck } from './difference.ts';

const receiptId = sql.raw('receipt.id');

/** Each check reads receipts with their content, by slices of receipt ids. */
export const receiptChecks: readonly BooksCheck[] = [
  {
    name: 'chain of receipts',
    query: (slice) => sql`
      select receipt.number as "where",
        case
          when receipt.hash <> encode(
            sha256(convert_to(receipt.previous_hash || receipt.content, 'UTF8')), 'hex'
          ) then 'its content is not what was signed'
          else 'it does not follow the receipt before it' end as detail
      from ${receiptTable} receipt
      left join ${receiptTable} before on before.branch_id = receipt.branch_id
        and before.chain_no = receipt.chain_no - 1
      where ${inSlice(receiptId, slice)}
        and (
          receipt.hash <> encode(
            sha256(convert_to(receipt.previous_hash || receipt.content, 'UTF8')), 'hex'
          )
            or receipt.previous_hash <> coalesce(before.hash, '')
            or (before.id is null and receipt.chain_no <> 1)
        )`,
  },
  {
    name: 'a receipt is what its content says',
    query: (slice) => sql`
      select receipt.number as "where",
        format(
          '%s kip, the content says %s %s', receipt.amount_lak, content_row.content ->> 'number',
            content_row.content ->> 'amountLAK'
        ) as detail
      from ${receiptTable} receipt
      cross join lateral (select receipt.content::jsonb as content) content_row
      where ${inSlice(receiptId, slice)}
        and (
          content_row.content ->> 'number' <> receipt.number
            or (content_row.content ->> 'amountLAK')::bigint <> receipt.amount_lak
            or content_row.content ->> 'branchId' <> receipt.branch_id::text
            or (content_row.content ->> 'at')::timestamptz <> receipt.at
        )`,
  },
  {
    name: 'payments of a receipt',
    query: (slice) => sql`
      select receipt.number as "where",
        format('%s kip, its payments %s', receipt.amount_lak, coalesce(paid.total, 0)) as detail
      from ${receiptTable} receipt
      cross join lateral (
        select sum(amount_lak) as total from ${paymentTable} where receipt_id = receipt.id
      ) paid
      where ${inSlice(receiptId, slice)} and receipt.kind <> 'void'
        and receipt.amount_lak <> coalesce(paid.total, 0)`,
  },
  {
    name: 'a payment is what its receipt says',
    query: (slice) => sql`
      select receipt.number as "where",
        format(
          'payment %s: %s %s, %s kip; the receipt says %s, %s kip', payment.id, payment.tendered,
            payment.currency, payment.amount_lak, content_row.tendered, content_row."amountLAK"
        ) as detail
      from ${receiptTable} receipt
      cross join lateral jsonb_to_recordset(receipt.content::jsonb -> 'rows') as content_row(
        "paymentId" uuid, method text, currency text, tendered bigint, rate text, "amountLAK" bigint
      )
      left join ${paymentTable} payment on payment.id = content_row."paymentId"
      where ${inSlice(receiptId, slice)}
        and receipt.kind <> 'void'
        and (payment.method, payment.currency, payment.tendered, payment.rate,
          payment.amount_lak) is distinct from (
          content_row.method, content_row.currency, content_row.tendered, content_row.rate::numeric,
            content_row."amountLAK"
        )`,
  },
];

/** Every posting updates the head of a chain, so it is compared in one statement. */
export const bookChecks: readonly BooksCheck[] = [
  {
    name: 'head of a chain',
    query: () => sql`
      select branch.code as "where",
        format(
          '%s receipts in the book, %s there', book.chain_length, coalesce(last.chain_no, 0)
        ) as detail
      from ${bookTable} book join ${branchTable} branch on branch.id = book.branch_id
      left join lateral (
        select chain_no, hash
        from ${receiptTable}
        where branch_id = book.branch_id
        order by chain_no desc
        limit 1
      ) last on true
      where (book.chain_length, book.chain_head) is distinct from (
        coalesce(last.chain_no, 0), coalesce(last.hash, '')
      )`,
  },
  {
    name: 'numbers run from 1 without a gap',
    query: () => sql`
      with papers as (
        select case source when 'opening' then 'opening' else 'order' end as kind, branch_id,
          number, at
        from ${orderTable}
        union all
        select 'receipt', branch_id, number, at
        from ${receiptTable}
      ), numbered as (
        select kind, branch_id, 2000 + right(split_part(number, '-', 2), 2)::int as year,
          split_part(number, '-', 3)::int as n, at
        from papers
      ), runs as (
        select *, lag(at) over (partition by kind, branch_id, year order by n) as before
        from numbered
      ), found as (
        select kind, branch_id, year, count(*)::int as n, max(n) as last,
          bool_or(at < before) as turned
        from runs
        group by kind, branch_id, year
      ), gaps as (
        select kind, branch_id, year, sum(last - first + 1)::int as n, max(last) as last
        from ${numberGapTable}
        group by kind, branch_id, year
      ), series as (select kind, branch_id, year, last
        from ${numberSeriesTable}
        where kind in ('order', 'opening', 'receipt')),
      compared as (
        select kind, branch_id, year, coalesce(found.n, 0) + coalesce(gaps.n, 0) as n,
          coalesce(greatest(found.last, gaps.last), 0) as last,
          coalesce(found.turned, false) as turned, coalesce(series.last, 0) as taken
        from found
        full join gaps using (kind, branch_id, year)
        full join series using (kind, branch_id, year)
      )
      select format('%s %s %s', branch.code, compared.kind, compared.year) as "where",
        case
          when turned then 'a later number has an earlier time'
          else format(
            '%s numbers with their gaps, the last is %s, %s were given', n, last, taken
          ) end as detail
      from compared
      join ${branchTable} branch on branch.id = branch_id
      where n <> last or last <> taken or turned`,
  },
  {
    name: 'nothing is numbered in a gap',
    query: () => sql`
      select papers.number as "where",
        format('%s to %s were left out', gap.first, gap.last) as detail
      from ${numberGapTable} gap
      join (
        select case source when 'opening' then 'opening' else 'order' end as kind, branch_id,
          number
        from ${orderTable}
        union all
        select 'receipt', branch_id, number
        from ${receiptTable}
      ) papers
        on papers.kind = gap.kind and papers.branch_id = gap.branch_id
          and 2000 + right(split_part(papers.number, '-', 2), 2)::int = gap.year
          and split_part(papers.number, '-', 3)::int between gap.first and gap.last`,
  },
];
