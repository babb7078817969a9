import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { drawer } from '#contract/money/drawers.ts';
import { orderPaid, type OrderPaid } from '#contract/orders/order-payments.ts';
import { visitAnswer, visitCheck, type VisitAnswer } from '#contract/desk/visit-answers.ts';
import type { ApiClient } from './api-client.ts';
import { openDrawer } from './desk-data.ts';
import { homeBranch } from './people-data.ts';

export const cash = (tendered: number) => ({
  key: randomUUID(),
  method: 'cash',
  currency: 'LAK',
  tendered,
});

const shiftOf = async (clerk: ApiClient) => {
  await openDrawer(clerk);
  const [desk] = await clerk.get('/drawers', z.array(drawer));
  return desk?.shift?._id ?? '';
};

/**
 * Makes a visit in the demo accounts' branch at the prices the server calculates; opens the drawer.
 */
export async function makeVisit(
  clerk: ApiClient,
  what: object,
): Promise<VisitAnswer & { order: NonNullable<VisitAnswer['order']> }> {
  const visit = { branchId: await homeBranch(clerk), shiftId: await shiftOf(clerk), ...what };
  const { totalLAK, lines, rateIds } = await clerk.post(
    '/visits/check',
    { ...visit, expectedTotal: 0 },
    visitCheck,
  );
  const answer = await clerk.post(
    '/visits',
    {
      ...visit,
      expectedTotal: totalLAK,
      expectedLines: Object.fromEntries(lines.map(({ key, netLAK }) => [key, netLAK])),
      rateIds,
    },
    visitAnswer,
  );
  if (!answer.order) throw new Error('No order');
  return { ...answer, order: answer.order };
}

/** Takes a later payment for an order with this open balance. */
export const payLater = async (
  clerk: ApiClient,
  orderId: string,
  balanceLAK: number,
  tendered: number,
): Promise<OrderPaid> =>
  clerk.post(
    `/orders/${orderId}/payments`,
    {
      debts: [{ orderId, expectedBalance: balanceLAK }],
      tenders: [cash(tendered)],
      shiftId: await shiftOf(clerk),
    },
    orderPaid,
  );
