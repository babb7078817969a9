import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Leaving } from '#contract/classes/leaving.ts';
import { presentStatuses } from '#contract/classes/enrolments.ts';
import type { Chance } from '#server/seed/chance.ts';
import { done } from './class-data.ts';
import type { ErasureDesk } from './erasure-desk.ts';
import { cash } from './visits.ts';

const present = sql.raw(presentStatuses.map((status) => `'${status}'`).join());

async function endSlips({ server, finance, bankAccountId }: ErasureDesk, chance: Chance) {
  const { rows } = await server.db.execute<{ id: string }>(sql`
    select id from payments where state = 'pending' and bank_account_id = ${bankAccountId}`);
  for (const { id } of rows) {
    const path = `/verification/slips/${id}`;
    done(
      await (chance.percent(70)
        ? finance.post(`${path}/confirm`, { lineId: null })
        : finance.post(`${path}/reject`, { reason: 'never came' })),
    );
  }
}

/** Places that wait for money or for a transfer stay, and stand in the way of the erasure. */
async function leave({ server, clerk }: ErasureDesk, studentId: string) {
  const { rows } = await server.db.execute<{ id: string }>(sql`
    select id from enrolments where student_id = ${studentId} and status in (${present})`);
  for (const { id } of rows) {
    const { rows: now } = await server.db.execute<{ version: number; day: string }>(sql`
      select version, (select min(date)::text from class_sessions
        where class_sessions.class_id = enrolments.class_id) as day
      from enrolments where id = ${id}`);
    const day = String(now[0]?.day);
    const { valueLAK } = done<Leaving>(await clerk.get(`/enrolments/${id}/leaving?lastDay=${day}`));
    const answer = await clerk.post(`/enrolments/${id}/change`, {
      change: 'withdraw',
      version: now[0]?.version,
      reason: 'moves away',
      lastDay: day,
      ...(valueLAK > 0 && { settlement: 'credit', expectedValue: valueLAK }),
    });
    if (answer.statusCode !== 409) done(answer);
  }
}

async function payAll({ server, clerk, shift }: ErasureDesk, id: string) {
  const { rows } = await server.db.execute<{ orderId: string; expectedBalance: number }>(sql`
    select id as "orderId", (total_lak - paid_lak - pending_lak)::int as "expectedBalance"
    from orders where state = 'confirmed' and total_lak > paid_lak + pending_lak
      and (payer_parent_id = ${id} or payer_student_id = ${id}
        or id in (select order_id from order_lines where student_id = ${id}))`);
  for (const debt of rows)
    done(
      await clerk.post(`/orders/${debt.orderId}/payments`, {
        debts: [debt],
        shiftId: shift._id,
        tenders: [cash(Math.ceil(debt.expectedBalance / 1000) * 1000)],
      }),
    );
}

async function payOut({ server, finance, vte, bankAccountId }: ErasureDesk, id: string) {
  const { rows } = await server.db.execute<{ kip: number; isParent: boolean }>(sql`
    select sum(free_lak)::int as kip, payer_parent_id is not null as "isParent" from payments
    where free_lak > 0 and amount_lak > 0 and state = 'confirmed'
      and (payer_parent_id = ${id} or payer_student_id = ${id})
    group by 2`);
  for (const { kip, isParent } of rows)
    done(
      await finance.post('/credit-payouts', {
        way: 'transfer',
        bankAccountId,
        reference: randomUUID().slice(0, 12),
        reason: 'left',
        payerParentId: isParent ? id : null,
        payerStudentId: isParent ? null : id,
        branchId: vte,
        amountLAK: kip,
      }),
    );
}

/** Brings money and places of these people to an end, as a centre does before it erases. */
export async function settle(desk: ErasureDesk, ids: readonly string[], chance: Chance) {
  await endSlips(desk, chance);
  for (const id of ids) await payAll(desk, id);
  for (const id of ids) await leave(desk, id);
  for (const id of ids) await payOut(desk, id);
}
