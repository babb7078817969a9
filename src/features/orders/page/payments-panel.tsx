import { Ban, RotateCcw, Wrench } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReasonText } from '#src/entities/drawer/reason-text.ts';
import { Link } from 'react-router-dom';
import type { OrderPage, OrderPagePayment } from '#contract/orders/order-page.ts';
import { dayInLaos } from '#contract/dates.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import type { DraftTender } from '#src/entities/payment/tenders.ts';
import { isMendable } from '#src/entities/payment/is-mendable.ts';
import { orderPath, receiptPath } from '#src/entities/order/order-path.ts';
import { paymentTones } from '#src/features/orders/order-words.ts';
import { useOrderChanged } from '#src/features/orders/orders-queries.ts';
import { useOrderPaymentWords } from '#src/features/orders/use-payment-words.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { formatNumber, shortMoment } from '#src/lib/text/format.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { showMoney } from '#src/lib/text/money.ts';

const PayDialog = lazy(async () => {
  const [{ PayDialog: Dialog }] = await Promise.all([
    import('#src/entities/order/pay/pay-dialog.tsx'),
    loadWords('payment'),
  ]);
  return { default: Dialog };
});
const MendDialog = lazy(async () => ({
  default: (await import('#src/entities/payment/mend-dialog.tsx')).MendDialog,
}));
const VoidReceiptDialog = lazy(async () => ({
  default: (await import('#src/features/orders/acts/void-receipt-dialog.tsx')).VoidReceiptDialog,
}));

type Receipt = OrderPage['receipts'][number];

/** The time of the payment; a corrected row has the time of the row that it corrects. */
function cameAt({ at, mendsId }: OrderPagePayment, payments: OrderPage['payments']): string {
  const wrong = payments.find(({ _id }) => _id === mendsId);
  return wrong ? cameAt(wrong, payments) : at;
}

/**
 * The receipt of a later payment of today can be voided from its first row. The visit's own money
 * is voided with its order.
 */
function voidableOn(
  payment: OrderPagePayment,
  { at, payments, receipts }: OrderPage,
): Receipt | undefined {
  const [first] = payments.filter(
    ({ receiptId, state }) => receiptId === payment.receiptId && state === 'confirmed',
  );
  const isMistakable =
    payment.method === 'cash' &&
    payment.state === 'confirmed' &&
    !payment.asCredit &&
    cameAt(payment, payments) !== at;
  if (!isMistakable || first !== payment || dayInLaos(Date.parse(payment.at)) !== dayInLaos())
    return undefined;
  return receipts.find(({ _id, kind }) => _id === payment.receiptId && kind === 'received');
}

function VoidButton({ receipt, onVoid }: { receipt: Receipt; onVoid: (receipt: Receipt) => void }) {
  const { t } = useTranslation('orders');
  return (
    <Button icon={Ban} onClick={() => onVoid(receipt)}>
      {t('void.receipt')}
    </Button>
  );
}

/** The paper of a payment, its time, and the person who took it. */
function Paper({ payment, order }: { payment: OrderPagePayment; order: OrderPage }) {
  const { t } = useTranslation('orders');
  const receipt = order.receipts.find(({ _id }) => _id === payment.receiptId);
  const decided = payment.method !== 'cash' && payment.decidedAt !== null;
  const isMended = order.payments.some(({ mendsId }) => mendsId === payment._id);
  const ended = { at: shortMoment(payment.voidedAt ?? payment.at), by: payment.voidedBy };
  return (
    <>
      {receipt ? (
        <Link to={receiptPath(receipt.number)}>
          <bdi dir="ltr">{receipt.number}</bdi>
        </Link>
      ) : (
        t('payments.noNumber')
      )}
      <small>{`${shortMoment(payment.at)}${DOT}${payment.by}`}</small>
      {decided && (
        <small>
          {t(`payments.decided.${payment.state === 'rejected' ? 'rejected' : 'confirmed'}`, {
            at: shortMoment(payment.decidedAt ?? ''),
            by: payment.decidedBy,
          })}
        </small>
      )}
      {payment.voidedAt !== null && (
        <small>
          {isMended ? t('payments.decided.mended', ended) : t('payments.decided.void', ended)}
        </small>
      )}
    </>
  );
}

/** The money received, the change, and the part that pays other orders. */
function Received({
  payment,
  payments,
}: {
  payment: OrderPagePayment;
  payments: OrderPage['payments'];
}) {
  const { t } = useTranslation('orders');
  const words = useOrderPaymentWords();
  const wrong = payments.find(({ _id }) => _id === payment.mendsId);
  return (
    <>
      {words(payment)}
      {wrong && <small>{t('payments.mends', { what: words(wrong) })}</small>}
      {payment.asCredit && <small>{t('payments.asCredit')}</small>}
      {payment.change.map(({ currency, amount }) => (
        <small key={currency}>
          {t('payments.change', { sum: `${showMoney(amount, currency)} ${currency}` })}
        </small>
      ))}
      {payment.elsewhere.map(({ orderId, number, amountLAK }) => (
        <small key={orderId}>
          {t('payments.elsewhere', { sum: formatNumber(amountLAK) })}{' '}
          {number === null ? (
            t('payments.otherBranch')
          ) : (
            <Link to={orderPath(orderId)}>{number}</Link>
          )}
        </small>
      ))}
      {payment.freeLAK > 0 && (
        <small>{t('payments.free', { sum: formatNumber(payment.freeLAK) })}</small>
      )}
    </>
  );
}

/** The same slip with the right sum, which the person who rejected it asks for. */
function tenderAgain({
  method,
  currency,
  tendered,
  bankAccountId,
  reference,
  slipFileId,
}: OrderPagePayment): DraftTender {
  return {
    key: newIdempotencyKey(),
    method: method === 'qr' ? 'qr' : 'transfer',
    currency,
    tendered,
    bankAccountId,
    reference,
    slipFileId,
  };
}

/** True for a rejected slip that was not recorded again since. */
const isToRepeat = ({ state, reference }: OrderPagePayment, { state: of, payments }: OrderPage) =>
  state === 'rejected' &&
  (of === 'confirmed' || of === 'held') &&
  !payments.some(
    (one) => one.reference === reference && (one.state === 'pending' || one.state === 'confirmed'),
  );

/** One payment of the order. */
function PaymentRow({
  payment,
  order,
  onVoid,
  onMend,
  onAgain,
}: {
  payment: OrderPagePayment;
  order: OrderPage;
  onVoid: (receipt: Receipt) => void;
  onMend: (payment: OrderPagePayment) => void;
  onAgain: (payment: OrderPagePayment) => void;
}) {
  const { t } = useTranslation('orders');
  const writes = useCan('orders:write');
  const words = useOrderPaymentWords();
  const reasonText = useReasonText();
  const voidable = writes ? voidableOn(payment, order) : undefined;
  return (
    <tr data-wait={payment.state === 'pending' || undefined}>
      <th scope="row">
        <Paper payment={payment} order={order} />
      </th>
      <td>
        <Received payment={payment} payments={order.payments} />
        <div>
          <Mark label={t(`payments.states.${payment.state}`)} tone={paymentTones[payment.state]} />
        </div>
        {payment.slipEnded && <small>{t('payments.slipEnded')}</small>}
        {payment.reason !== '' && <small>{reasonText(payment.reason)}</small>}
        {writes && isMendable(payment) && payment.onOrderLAK > 0 && !payment.asCredit && (
          <Button
            icon={Wrench}
            aria-label={t('payments.mendOf', { what: words(payment) })}
            onClick={() => onMend(payment)}
          >
            {t('payments.mend')}
          </Button>
        )}
        {voidable && <VoidButton receipt={voidable} onVoid={onVoid} />}
        {writes && isToRepeat(payment, order) && (
          <Button
            icon={RotateCcw}
            aria-label={t('payments.againOf', { what: words(payment) })}
            onClick={() => onAgain(payment)}
          >
            {t('payments.again')}
          </Button>
        )}
      </td>
      <td data-end>
        <bdi dir="ltr">{formatNumber(payment.onOrderLAK)}</bdi>
      </td>
    </tr>
  );
}

/** All payments of the order, each with its receipt and its share for this order. */
export function PaymentsPanel({ order }: { order: OrderPage }) {
  const { t } = useTranslation('orders');
  const [voided, setVoided] = useState<Receipt>();
  const [wrong, setWrong] = useState<OrderPagePayment>();
  const [again, setAgain] = useState<OrderPagePayment>();
  const changed = useOrderChanged();
  if (order.payments.length === 0) {
    return (
      <Panel id="order-payments" anchor="payments" title={t('payments.title')}>
        <PanelText>{t('payments.none')}</PanelText>
      </Panel>
    );
  }
  return (
    <Panel
      id="order-payments"
      anchor="payments"
      title={t('payments.title')}
      count={order.payments.length}
    >
      <SmallTable>
        <thead>
          <tr>
            <th scope="col">{t('payments.receipt')}</th>
            <th scope="col">{t('payments.received')}</th>
            <th data-end scope="col">
              {t('payments.onOrder')}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.payments.map((payment) => (
            <PaymentRow
              key={payment._id}
              payment={payment}
              order={order}
              onVoid={setVoided}
              onMend={setWrong}
              onAgain={setAgain}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('payments.sum')}
            </th>
            <td data-end>
              <bdi dir="ltr">{formatNumber(order.paidLAK + order.pendingLAK)}</bdi>
            </td>
          </tr>
        </tfoot>
      </SmallTable>
      {wrong && (
        <Suspense>
          <MendDialog
            payment={wrong}
            branchId={order.branchId}
            onMended={changed}
            onClose={() => setWrong(undefined)}
          />
        </Suspense>
      )}
      {again && (
        <Suspense>
          <PayDialog order={order} again={tenderAgain(again)} onClose={() => setAgain(undefined)} />
        </Suspense>
      )}
      {voided && (
        <Suspense>
          <VoidReceiptDialog order={order} receipt={voided} onClose={() => setVoided(undefined)} />
        </Suspense>
      )}
    </Panel>
  );
}
