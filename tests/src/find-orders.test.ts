import { expect, it } from 'vitest';
import type { OrderLookupRow, OrderRow } from '#contract/orders/order-rows.ts';
import { asKept, findOrders } from '#src/app/shell/find/find-orders.ts';

const order = (number: string, more: Partial<OrderRow> = {}): OrderRow => ({
  _id: number,
  number,
  branchId: 'vte',
  at: '2026-11-20T18:30:00.000Z',
  state: 'confirmed',
  holdUntil: null,
  payerName: 'ມາລາ ວົງສາ',
  payerPhone: '+8562055667788',
  students: [
    {
      _id: 's',
      firstName: 'ນ້ອຍ',
      lastName: 'ວົງສາ',
      firstNameEn: 'Noy',
      lastNameEn: 'Vongsa',
      nickname: '',
    },
  ],
  totalLAK: 900,
  paidLAK: 400,
  pendingLAK: 0,
  balanceLAK: 500,
  missingLAK: 0,
  placesHoldUntil: null,
  dueOn: null,
  goods: [],
  goodsLAK: 0,
  ...more,
});
const kept = (number: string, more: Partial<OrderLookupRow> = {}): OrderLookupRow => ({
  _id: number,
  number,
  at: '2026-11-20T18:30:00.000Z',
  state: 'confirmed',
  payerName: 'ມາລາ ວົງສາ',
  payerPhone: '+8562055667788',
  balanceLAK: 700,
  names: 'ມາລາ ວົງສາ Mala Vongsa',
  receipts: 'VTE-R26-000031',
  ...more,
});
const codes = (q: string, known: Parameters<typeof findOrders>[1]) =>
  findOrders(q, known).rows.map(({ code }) => code);

it('finds an order that was shown by its number, who pays, for whom, and a phone, once however often it was shown', () => {
  const pages = [
    [
      order('VTE-26-000001'),
      order('VTE-26-000002', { payerName: 'Walker', payerPhone: '', students: [] }),
    ],
    [order('VTE-26-000001')],
  ];
  const known = pages.map((rows) => ({ rows: rows.map(asKept), fetchedAt: 5 }));
  for (const q of ['000001', 'ມາລາ', 'noy vong', '55667788'])
    expect(codes(q, known), q).toEqual(['VTE-26-000001']);
  expect(findOrders('walker', known)).toMatchObject({
    rows: [{ kind: 'order', code: 'VTE-26-000002', detail: '21/11/2026', sumLAK: 500 }],
    asOf: 5,
  });
  expect(findOrders('nobody', known)).toEqual({ rows: [], asOf: 0 });
});

it('finds what the device keeps by a receipt and by a name in either script, as it was last', () => {
  const copy = {
    rows: [
      kept('VTE-26-000001'),
      kept('VTE-26-000002', {
        state: 'held',
        receipts: '',
        names: '',
        payerName: 'Walker',
        payerPhone: '',
      }),
    ],
    fetchedAt: 10,
  };
  for (const q of ['vte-r26-000031', 'vongsa mala', 'ມາລາ'])
    expect(codes(q, [copy]), q).toEqual(['VTE-26-000001']);
  expect(findOrders('000031', [copy])).toMatchObject({ rows: [{ sumLAK: 700 }], asOf: 10 });
  const later = { rows: [asKept(order('VTE-26-000001', { balanceLAK: 0 }))], fetchedAt: 20 };
  for (const known of [
    [copy, later],
    [later, copy],
  ])
    expect(findOrders('000031', known)).toMatchObject({ rows: [{ sumLAK: 0 }], asOf: 20 });
  expect(findOrders('walker', [copy]).rows).toMatchObject([{ sumLAK: null }]);
});
