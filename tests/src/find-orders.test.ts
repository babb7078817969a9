import { expect, it } from 'vitest';
import type { OrderRow } from '#contract/order-rows.ts';
import { findOrders } from '#src/app/shell/find/find-orders.ts';

const order = (number: string, more: Partial<OrderRow> = {}): OrderRow => ({
  ...{ _id: number, number, branchId: 'vte', at: '2026-11-20T18:30:00.000Z', state: 'confirmed', holdUntil: null, payerName: 'ມາລາ ວົງສາ', payerPhone: '+8562055667788' },
  ...{ students: [{ _id: 's', firstName: 'ນ້ອຍ', lastName: 'ວົງສາ', firstNameEn: 'Noy', lastNameEn: 'Vongsa', nickname: '' }], totalLAK: 900, paidLAK: 400, pendingLAK: 0, balanceLAK: 500 },
  ...{ missingLAK: 0, waitUntil: null, dueOn: null, goods: [], goodsLAK: 0, ...more },
});

it('finds an order that was shown by its number, who pays, for whom, and a phone, once however often it was shown', () => {
  const pages = [[order('VTE-26-000001'), order('VTE-26-000002', { payerName: 'Walker', payerPhone: '', students: [] })], [order('VTE-26-000001')]];
  for (const q of ['000001', 'ມາລາ', 'noy vong', '55667788']) expect(findOrders(q, pages).map(({ code }) => code), q).toEqual(['VTE-26-000001']);
  expect(findOrders('walker', pages)).toMatchObject([{ kind: 'order', code: 'VTE-26-000002', detail: '21/11/2026', sumLAK: 500 }]);
  expect(findOrders('nobody', pages)).toEqual([]);
});
