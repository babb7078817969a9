import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { loadAccount } from '#server/desk/visits/visit-facts.ts';
import type { BenchServer } from './bench-server.ts';
import { median } from './desk-visits.ts';

const MOST_TIMES = 3;
const ROUNDS = 300;
const WARM_UP = 30;

/**
 * A bare read of a payment by its key, and the account of a payer by the two reads that every visit
 * makes.
 */
export function addBalanceRoutes(api: Api, { db }: Pick<Services, 'db'>): void {
  const payment = z.object({ _id: id, amountLAK: z.int() });
  const config = { action: 'own-account:write' } as const;
  api.get(
    '/bench/payments/:id',
    { config, schema: { params: z.object({ id }), response: responses(200, payment) } },
    async ({ params }) => {
      const { _id, amountLAK } = paymentTable;
      const [row] = await db
        .select({ _id, amountLAK })
        .from(paymentTable)
        .where(eq(_id, params.id));
      return row as z.output<typeof payment>;
    },
  );
  const balance = z.object({ owedLAK: z.int(), creditLAK: z.int() });
  api.get(
    '/bench/balances/:id',
    { config, schema: { params: z.object({ id }), response: responses(200, balance) } },
    async ({ params }) => {
      const { prices } = await loadAccount(
        db,
        { payerParentId: params.id, payerStudentId: null },
        null,
      );
      return {
        owedLAK: Object.values(prices.debts).reduce((sum, debt) => sum + debt, 0),
        creditLAK: prices.creditLAK,
      };
    },
  );
}

/**
 * Measures one payer's balance beside the bare keyed read, and the whole family as the desk
 * requests it; returns the goals that were missed.
 */
export async function measureBalance({
  database: { db, engine },
  ask,
}: BenchServer): Promise<string[]> {
  const { rows } = await db.execute<{
    paymentId: string;
    parentId: string;
    studentId: string;
    branchId: string;
  }>(sql`
    select distinct on (payment.payer_parent_id) payment.id as "paymentId",
      payment.payer_parent_id as "parentId", link.student_id as "studentId",
      payment.branch_id as "branchId"
    from (select * from payments where payer_parent_id is not null limit 5000) payment
    join guardians link on link.parent_id = payment.payer_parent_id and link.is_payer`);
  const took: Record<'bare' | 'balance' | 'family', number[]> = {
    bare: [],
    balance: [],
    family: [],
  };
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const {
      paymentId = '',
      parentId = '',
      studentId = '',
      branchId = '',
    } = rows[(round + WARM_UP) % rows.length] ?? {};
    const paths = {
      bare: `/bench/payments/${paymentId}`,
      balance: `/bench/balances/${parentId}`,
      family: `/desk/families?studentId=${studentId}&branchId=${branchId}`,
    };
    // The reads take turns, so that other load on the machine affects all of them alike.
    for (const name of ['bare', 'balance', 'family'] as const) {
      const begin = performance.now();
      await (await ask(paths[name])).arrayBuffer();
      if (round >= 0) took[name].push(performance.now() - begin);
    }
  }
  const times = (name: keyof typeof took) => median(took[name]) / median(took.bare);
  console.log(
    `${engine}: a payer's balance ${times('balance').toFixed(1)} times the bare keyed read (goal ${MOST_TIMES}); the whole family at the desk ${times('family').toFixed(1)} times`,
  );
  return times('balance') > MOST_TIMES
    ? [`balance: ${times('balance').toFixed(1)} times the keyed read`]
    : [];
}
