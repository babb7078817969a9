import { and, eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { exchangeRates } from '#contract/money/exchange-rates.ts';
import { stockTransfers } from '#contract/stock/stock-transfers.ts';
import { addDays } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { serverActor } from '#server/lib/audit.ts';
import { transactionNow, todayInLaos } from '#server/lib/database-clock.ts';
import { nextBranchNumber } from '#server/lib/numbering.ts';
import { searchText } from '#server/db/search-text.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
import { openFigures, readBetween } from '#server/ledger/figures/figures-at.ts';
import { readingAll } from '#server/lib/run-report.ts';
import { bankAccountTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { settlementTable } from '#server/db/tables/ledger/settlements.table.ts';
import { lockStock, moveStock } from '#server/ledger/stock/stock-levels.ts';
import {
  stockTransferTable,
  transferLineTable,
} from '#server/db/tables/ledger/stock-transfers.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { stockLevelTable, stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { statementOf } from '#server/ledger/verification/read-statement.ts';
import { loadStatement } from '#server/ledger/verification/statements.service.ts';
import type { SeedColleague } from './colleagues.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = DAY_MS / 24;
type Branches = Readonly<Record<string, string>>;

/**
 * Settles part of the money that one branch received for another: some transfers have arrived, the
 * last not yet.
 */
export async function addSettlements(
  tx: Tx,
  branches: Branches,
  people: readonly SeedColleague[],
): Promise<void> {
  const now = Date.parse(await transactionNow(tx));
  const today = await todayInLaos(tx);
  const [home = '', other = ''] = [branches['VTE'], branches['LPB']];
  const payer = people.find(({ role }) => role === 'finance');
  const receiver = people.find(({ role, branchId }) => role === 'admin' && branchId === other);
  const owedOn = async (day: string) =>
    (await readBetween(await openFigures(readingAll(tx), { branchId: home, day }))).find(
      (pair) => pair.branchId === home && pair.otherBranchId === other,
    )?.amountLAK ?? 0;
  const daysAgo = 24;
  const before = await owedOn(addDays(today, -daysAgo));
  const [first, second] = [
    Math.floor((before * 0.7) / 100_000) * 100_000,
    Math.floor(((await owedOn(today)) - before * 0.7) / 2 / 100_000) * 100_000,
  ];
  const at = (days: number, hours = 0) =>
    new Date(now - days * DAY_MS + hours * HOUR_MS).toISOString();
  const common = { fromBranchId: home, toBranchId: other, byId: payer?._id ?? null };
  const rows = [
    {
      ...common,
      _id: uuidv7(),
      amountLAK: first,
      note: 'BCEL FT · ງວດ 1',
      at: at(daysAgo - 1),
      confirmedById: receiver?._id ?? null,
      confirmedAt: at(daysAgo - 2, 2),
    },
    {
      ...common,
      _id: uuidv7(),
      amountLAK: second,
      note: 'BCEL FT · ງວດ 2',
      at: at(1),
      confirmedById: null,
      confirmedAt: null,
    },
  ];
  await insertMany(
    tx,
    settlementTable,
    rows.filter(({ amountLAK }) => amountLAK > 0),
  );
}

/** Bank rows without a recognisable payer, or that are no family's money. */
const leftovers = [
  { daysAgo: 2, time: '19:42', reference: '', description: 'ONEPAY 02055XXXX18', amount: 350_000 },
  { daysAgo: 5, time: '08:11', reference: 'FT9931200417', description: 'INTEREST', amount: 12_450 },
];

/**
 * Loads the statement of the home account for the last weeks as of this morning: most rows have
 * their slip, two have none, and one slip has no row.
 */
export async function loadDemoStatement(
  tx: Tx,
  branchId: string,
  people: readonly SeedColleague[],
): Promise<void> {
  const user = people.find(({ role }) => role === 'finance');
  const [account] = await tx
    .select({ _id: bankAccountTable._id })
    .from(bankAccountTable)
    .where(and(eq(bankAccountTable.branchId, branchId), eq(bankAccountTable.isDefault, true)));
  if (!user || !account) return;
  const today = await todayInLaos(tx);
  const { rows } = await tx.execute<{
    day: string;
    time: string;
    reference: string;
    amount: number;
    payer: string;
  }>(sql`
    select to_char(at at time zone 'Asia/Vientiane', 'YYYY-MM-DD') as day,
      to_char(at at time zone 'Asia/Vientiane' - interval '7 minutes', 'HH24:MI') as time,
      reference, tendered::int as amount,
      upper(
        coalesce(
          (
            select first_name_en || ' ' || last_name_en
            from ${studentTable}
            where id = payer_student_id
          ),
            ''
        )
      ) as payer
    from ${paymentTable}
    where bank_account_id = ${account._id}
      and state in ('confirmed', 'pending')
      and amount_lak > 0
      and at >= ${addDays(today, -19)}::timestamp at time zone 'Asia/Vientiane'
    order by at, id`);
  const paid = rows.filter((_row, at) => at !== 3);
  const others = leftovers.map(({ daysAgo, description, ...row }) => ({
    ...row,
    day: addDays(today, -daysAgo),
    payer: description,
  }));
  const cells = [...paid, ...others]
    .toSorted((a, b) => `${a.day} ${a.time}`.localeCompare(`${b.day} ${b.time}`))
    .map(({ day, time, reference, payer, amount }) => [
      day,
      time,
      reference,
      payer.trim() || 'ONEPAY',
      String(amount),
    ]);
  const sheet = statementOf(['Date', 'Time', 'Reference No', 'Description', 'Credit'], ...cells);
  await loadStatement(
    { tx, user, actor: { ...serverActor, user } },
    { bankAccountId: account._id, fileName: `BCEL-${today}.xlsx` },
    sheet,
  );
}

const BOX = 4;
const SENT_DAYS = 9;

/** Sends a box from another branch more than a week ago that has not been received. */
export async function sendLateBox(
  tx: Tx,
  { VTE: to = '', LPB: from = '' }: Branches,
  user: SeedColleague | undefined,
): Promise<void> {
  const sentAt = new Date(Date.parse(await transactionNow(tx)) - SENT_DAYS * DAY_MS).toISOString();
  // Only products without later movements, so that this one is the last movement of each.
  const { rows } = await tx.execute<{ productId: string }>(sql`
    select level.product_id as "productId"
    from ${stockLevelTable} level
    join ${productTable} product on product.id = level.product_id
    where level.branch_id = ${from}
      and level.on_hand - level.reserved > ${2 * BOX}::int
      and not exists (
        select
        from ${stockMovementTable} moved
        where moved.product_id = level.product_id
          and moved.branch_id = level.branch_id
          and moved.at > ${sentAt}
      )
    order by product.sku limit 3`);
  const number = await nextBranchNumber(tx, 'transfer', from, sentAt);
  const _id = uuidv7();
  const userId = user?._id ?? null;
  await tx.insert(stockTransferTable).values({
    _id,
    number,
    fromBranchId: from,
    toBranchId: to,
    note: 'ລົດຂົນສົ່ງ · by truck',
    status: 'sent',
    version: 2,
    createdAt: sentAt,
    updatedAt: sentAt,
    createdById: userId,
    sentById: userId,
    sentAt,
    search: searchText({ number }, stockTransfers.search),
  });
  await insertMany(
    tx,
    transferLineTable,
    rows.map(({ productId }, position) => ({
      transferId: _id,
      productId,
      position,
      quantity: BOX,
    })),
  );
  const stock = await lockStock(
    tx,
    rows.map(({ productId }) => ({ productId, branchId: from })),
  );
  const paper = { paper: 'transfer', paperId: _id, paperNumber: number } as const;
  await moveStock(
    user ? { tx, user } : { tx },
    { ...stock, at: sentAt },
    rows.map(({ productId }) => ({
      productId,
      branchId: from,
      type: 'transferOut',
      qtyChange: -BOX,
      ...paper,
    })),
  );
}

/** Sets reorder levels so that some nearly sold-out products have to be ordered. */
export async function raiseReorderLevels(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with scarce as (
      select level.id, level.on_hand - level.reserved as left,
        row_number() over (
          partition by level.branch_id order by level.on_hand - level.reserved, product.sku
        ) as place
      from ${stockLevelTable} level
      join ${productTable} product on product.id = level.product_id and product.track_stock
      join ${branchTable} branch on branch.id = level.branch_id
        and branch.code in ('VTE', 'LPB', 'PKS')
      where level.on_hand - level.reserved > level.reorder_level
    )
    update ${stockLevelTable}
    set reorder_level = scarce.left + 1
    from scarce
    where scarce.id = stock_levels.id and scarce.place <= 2`);
}

/**
 * Nobody has looked up the rate of the dong for a while, because it is seldom used for payments.
 */
const dongRates = [
  { daysAgo: 44, rateToLAK: '0.83' },
  { daysAgo: 30, rateToLAK: '0.84' },
  { daysAgo: 12, rateToLAK: '0.82' },
];

/** Adds a currency whose newest rate is old. */
export async function letARateGrowOld(tx: Tx, author: SeedColleague | undefined): Promise<void> {
  const now = Date.parse(await transactionNow(tx));
  const by = {
    createdBy: author ? `${author.firstName} ${author.lastName}` : '',
    createdById: author?._id ?? null,
  };
  const rows = dongRates.map(({ daysAgo, rateToLAK }) => ({
    currency: 'VND' as const,
    rateToLAK,
    note: 'BCEL',
    createdAt: new Date(now - daysAgo * DAY_MS).toISOString(),
    ...by,
  }));
  await tx
    .insert(exchangeRateTable)
    .values(rows.map((row) => ({ ...row, search: searchText(row, exchangeRates.search) })));
}
