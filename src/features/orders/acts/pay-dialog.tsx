import { Banknote, Landmark, QrCode } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DeskRules } from '#contract/desk.ts';
import type { OrderPaid } from '#contract/order-payments.ts';
import { tenderMethods, type TenderMethod } from '#contract/payments.ts';
import { Dialog } from '#src/components/feedback/dialog.tsx';
import { Totals } from '#src/components/money/sum.tsx';
import { useOpenShift, usePayRates, usePayRules } from '#src/entities/payment/pay-queries.ts';
import styles from '#src/features/orders/orders.module.css';
import { paths } from '#src/lib/paths.ts';
import { failureText, readFailureText } from '#src/lib/request/failure-text.ts';
import { saveOnce } from '#src/lib/request/save.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import controls from '#src/theme/controls.module.css';
import type { ActProps } from './act-dialog.tsx';
import { PaidDialog } from './paid-dialog.tsx';
import { PayRowFields } from './pay-row.tsx';
import { useLaterPayment, type LaterPayment } from './use-later-payment.ts';
import { useOrderAct } from './use-order-act.ts';
import acts from './acts.module.css';

const icons = { cash: Banknote, qr: QrCode, transfer: Landmark } as const satisfies Record<TenderMethod, unknown>;

/** The ways to pay; each fills what remains. */
function Methods({ payment, rules, shiftId }: { payment: LaterPayment; rules: DeskRules; shiftId: string | null }) {
  const { t } = useTranslation('orders');
  const hasAccount = rules.bankAccounts.some(({ currency }) => currency === 'LAK');
  return (
    <>
      <div className={acts.quick} role="group" aria-label={t('pay.methods')}>
        {tenderMethods.map((method) => {
          const Icon = icons[method];
          return (
            <button key={method} type="button" className={controls.button} disabled={method === 'cash' ? shiftId === null : !hasAccount} onClick={() => payment.add(method)}>
              <Icon aria-hidden size={16} />
              {t(`method.${method}`)}
            </button>
          );
        })}
      </div>
      {shiftId === null && (
        <p className={styles.note} data-tone="wait">
          {t('pay.noDrawer')}{' '}
          <Link className={styles.link} to={paths.newEnrollment}>
            {t('pay.toDesk')}
          </Link>
        </p>
      )}
    </>
  );
}

/** What is left afterwards, or what comes back, large. */
function Outcome({ payment: { priced, balance, creditLAK } }: { payment: LaterPayment }) {
  const { t } = useTranslation('orders');
  const now = priced.rows.reduce((sum, { amountLAK }) => sum + amountLAK, 0);
  return (
    <>
      <Totals
        lines={[
          { label: t('sums.balanceLAK'), amount: balance },
          ...(creditLAK > 0 ? [{ label: t('pay.credit'), amount: -creditLAK }] : []),
          ...(priced.roundingLAK === 0 ? [] : [{ label: t('pay.rounding'), amount: priced.roundingLAK }]),
          ...(now > 0 ? [{ label: t('pay.now'), amount: -now }] : []),
        ]}
        label={t(priced.toCreditLAK > 0 ? 'pay.toCredit' : 'pay.rest')}
        amount={priced.toCreditLAK > 0 ? priced.toCreditLAK : priced.restLAK}
        currency="LAK"
      />
      {priced.change.map(({ currency, amount }) => (
        <p key={currency} className={acts.change} role="status">
          {t('pay.change')} <bdi dir="ltr">{`${showMoney(amount, currency)} ${currency}`}</bdi>
        </p>
      ))}
      {priced.problems.map(({ problem }) => (
        <p key={problem} role="alert" className={controls.error}>
          {t([`pay.problems.${problem as 'other'}`, 'pay.problems.other'])}
        </p>
      ))}
    </>
  );
}

function PayForm({ order, rules, shiftId, onClose, onPaid }: ActProps & { rules: DeskRules; shiftId: string | null; onPaid: (paid: OrderPaid) => void }) {
  const { t } = useTranslation(['orders', 'common']);
  const rates = usePayRates();
  const payment = useLaterPayment({ order, rules, rates, shiftId });
  const { send } = useOrderAct('pay', order, onClose);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { creditLAK } = order.payer;
  const pay = async () => {
    setBusy(true);
    const result = await saveOnce((key) => send<OrderPaid>(payment.body(), key));
    setBusy(false);
    return result.outcome === 'saved' ? onPaid(result.row) : setFailure(failureText(result));
  };
  return (
    <Dialog
      title={t('ask.pay', { number: order.number })}
      onClose={onClose}
      footer={
        <>
          <button type="button" className={controls.button} onClick={onClose}>
            {t('common:action.cancel')}
          </button>
          <button type="button" className={`${controls.button} ${controls.solid}`} disabled={!payment.canSend || isBusy} onClick={() => void pay()}>
            {t('pay.confirm')}
          </button>
        </>
      }
    >
      <div className={styles.stack} inert={isBusy}>
        {creditLAK > 0 && (
          <label className={acts.pick}>
            <input type="checkbox" checked={payment.usesCredit} onChange={({ target }) => payment.setUsesCredit(target.checked)} />
            {t('pay.useCredit', { sum: formatNumber(creditLAK) })}
          </label>
        )}
        {payment.rows.map((row) => (
          <PayRowFields key={row.key} row={row} payment={payment} rules={rules} rates={rates} isOnly={payment.rows.length === 1} />
        ))}
        {payment.leftFor(undefined) > 0 && <Methods payment={payment} rules={rules} shiftId={shiftId} />}
        <Outcome payment={payment} />
        <p role="alert" className={controls.error}>
          {failure}
        </p>
      </div>
    </Dialog>
  );
}

/** A later payment: what is still due, paid in rows of method and currency as at the desk. */
export function PayDialog({ order, onClose }: ActProps) {
  const { t } = useTranslation(['orders', 'common']);
  const rules = usePayRules(order.branchId);
  const shiftId = useOpenShift(order.branchId);
  const { saved } = useOrderAct('pay', order, onClose);
  const [paid, setPaid] = useState<OrderPaid>();
  if (paid) return <PaidDialog order={order} paid={paid} onClose={() => void saved()} />;
  if (rules.data && shiftId !== undefined) return <PayForm order={order} rules={rules.data} shiftId={shiftId} onClose={onClose} onPaid={setPaid} />;
  return (
    <Dialog
      title={t('ask.pay', { number: order.number })}
      onClose={onClose}
      footer={
        <button type="button" className={controls.button} onClick={onClose}>
          {t('common:action.close')}
        </button>
      }
    >
      <p role="status">{rules.error ? readFailureText(rules.error) : t('common:loading')}</p>
    </Dialog>
  );
}
