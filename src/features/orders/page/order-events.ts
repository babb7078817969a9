import type { OrderPage } from '#contract/orders/order-page.ts';
import { isBankMethod } from '#contract/orders/payments.ts';
import { formatNumber } from '#src/lib/text/format.ts';

/** An event of an order; `what` is the key of its text, `of` names its subject. */
export type OrderEvent = {
  key: string;
  at: string;
  by: string;
  what: EventName;
  of: string;
  reason: string;
};

const happenings = [
  'made',
  'transferIn',
  'transferOut',
  'takenOffline',
  'held',
  'confirmed',
  'void',
  'lapsed',
  'corrected',
  'planned',
  'printed',
  'given',
  'cameBack',
  'refundAsked',
  'prolong',
  'confirm',
  'newHold',
  'placesBack',
  'lapse',
] as const;
const moneyHappenings = [
  'paid',
  'slip',
  'slipConfirmed',
  'slipRejected',
  'mended',
  'moneyVoid',
] as const;
export const eventNames = [...happenings, ...moneyHappenings];
export type EventName = (typeof eventNames)[number];

/** Actions on the order itself that only the audit log records. */
const toldActs = ['prolong', 'confirm', 'newHold', 'placesBack', 'lapse', 'transferOut'] as const;

type Name = (line: OrderPage['lines'][number]) => string;

function ofLines({ lines, voidedAt, lapsedAt, moved }: OrderPage, nameOf: Name): OrderEvent[] {
  const visit = lines[0]?.at;
  const later = lines.filter(({ at }) => at !== visit && at !== voidedAt && at !== lapsedAt);
  const goods = moved.filter(({ at }) => at !== visit && at !== voidedAt);
  const named = (id: string) => lines.filter(({ _id }) => _id === id).map(nameOf)[0] ?? '';
  return [
    ...later.map((line) => ({
      key: line._id,
      at: line.at,
      by: line.by,
      what: 'corrected' as const,
      of: nameOf(line),
      reason: line.reason,
    })),
    ...goods.map(({ at, by, lineId, qtyChange }, n) => ({
      key: `moved ${n}`,
      at,
      by,
      what: qtyChange < 0 ? ('given' as const) : ('cameBack' as const),
      of: `${named(lineId)} × ${Math.abs(qtyChange)}`,
      reason: '',
    })),
  ];
}

function ofMoney({ payments, receipts }: OrderPage): OrderEvent[] {
  return payments.flatMap(
    ({
      _id,
      at,
      by,
      method,
      reference,
      receiptId,
      decidedAt,
      decidedBy,
      voidedAt,
      voidedBy,
      state,
      reason,
    }) => {
      const number = receipts.find((receipt) => receipt._id === receiptId)?.number ?? '';
      const isSlip = isBankMethod(method);
      const of = isSlip ? reference : number;
      const events: OrderEvent[] = [
        { key: _id, at, by, what: isSlip ? 'slip' : 'paid', of, reason: '' },
      ];
      if (isSlip && decidedAt !== null)
        events.push({
          key: `${_id} decided`,
          at: decidedAt,
          by: decidedBy,
          what: state === 'rejected' ? 'slipRejected' : 'slipConfirmed',
          of,
          reason: reason,
        });
      if (voidedAt !== null)
        events.push({
          key: `${_id} void`,
          at: voidedAt,
          by: voidedBy,
          what: payments.some(({ mendsId }) => mendsId === _id) ? 'mended' : 'moneyVoid',
          of,
          reason,
        });
      return events;
    },
  );
}

/** Events of the order itself; its end and its plans have their own events. */
function ofState(order: OrderPage): OrderEvent[] {
  const {
    at,
    by,
    takenOfflineAt,
    confirmedAt,
    voidedAt,
    voidedBy,
    voidReason,
    lapsedAt,
    acts,
    planChanges,
    refundRequests,
  } = order;
  const one = (what: EventName, when: string | null, who: string, reason = ''): OrderEvent[] =>
    when === null ? [] : [{ key: `${what} ${when}`, at: when, by: who, what, of: '', reason }];
  const told = acts.flatMap((act, n): OrderEvent[] => {
    const what = toldActs.find((one) => one === act.action);
    // The end of the whole order has its own event.
    return what === undefined || (what === 'lapse' && lapsedAt !== null)
      ? []
      : [{ key: `act ${n}`, at: act.at, by: act.by, what, of: '', reason: act.reason }];
  });
  const isConfirmedLater =
    confirmedAt !== null && confirmedAt !== at && !acts.some(({ action }) => action === 'confirm');
  return [
    ...one('takenOffline', takenOfflineAt, by),
    ...one(
      order.source === 'transfer' ? 'transferIn' : confirmedAt === at ? 'made' : 'held',
      at,
      by,
    ),
    ...(isConfirmedLater ? one('confirmed', confirmedAt, '') : []),
    ...told,
    ...planChanges.map((plan) => ({
      key: `plan ${plan.at}`,
      at: plan.at,
      by: plan.by,
      what: 'planned' as const,
      of: '',
      reason: plan.reason,
    })),
    ...refundRequests.map((asked) => ({
      key: asked._id,
      at: asked.at,
      by: asked.by,
      what: 'refundAsked' as const,
      of: formatNumber(asked.amountLAK),
      reason: asked.reason,
    })),
    ...one('void', voidedAt, voidedBy, voidReason),
    ...one('lapsed', lapsedAt, ''),
  ];
}

/** All events of an order, newest first. */
export function orderEvents(order: OrderPage, nameOf: Name): OrderEvent[] {
  const printed = order.prints.map(({ paper, ofId, copy, at, by }): OrderEvent => ({
    key: `${paper} ${ofId} ${copy}`,
    at,
    by,
    what: 'printed',
    of: order.receipts.find(({ _id }) => _id === ofId)?.number ?? order.number,
    reason: '',
  }));
  return [...ofState(order), ...ofLines(order, nameOf), ...ofMoney(order), ...printed].toSorted(
    (a, b) => Date.parse(b.at) - Date.parse(a.at),
  );
}
