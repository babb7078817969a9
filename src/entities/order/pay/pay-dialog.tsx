import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskFamily, DeskRules } from '#contract/desk/desk.ts';
import type { OrderPaid } from '#contract/orders/order-payments.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { usePayerAccount, usePayRates, usePayRules } from '#src/entities/payment/pay-queries.ts';
import { NoDrawerNote } from '#src/entities/drawer/no-drawer-note.tsx';
import { useDrawerShort } from '#src/entities/drawer/drawer-short.ts';
import { useDrawer, type DeviceDrawer } from '#src/entities/drawer/use-drawer.ts';
import { RatesAsOf } from '#src/entities/payment/rates-as-of.tsx';
import { TenderFields } from '#src/entities/payment/tender-fields.tsx';
import { TenderMethods, TenderRows } from '#src/entities/payment/tender-rows.tsx';
import {
  chooseTarget,
  exceededPartLAK,
  firstWrongTender,
  lacksReference,
  tenderErrors,
} from '#src/entities/payment/tenders.ts';
import tender from '#src/entities/payment/payment.module.css';
import { useOldRateQuestion } from '#src/entities/payment/use-old-rate-question.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { showDay } from '#src/lib/text/day.ts';
import { currentPayerName } from '#src/lib/text/person-name.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { PaidDialog, UndoneDialog } from './paid-dialog.tsx';
import { PayDebts } from './pay-debts.tsx';
import { PayOutcome } from './pay-outcome.tsx';
import { useLaterPayment, type LaterPayment, type PayProps } from './use-later-payment.ts';
import { usePaid, useRefetchPaid, usePay } from './use-pay.ts';
import { WaitingDialog } from './waiting-dialog.tsx';
import styles from './pay.module.css';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

const ChangePart = lazy(async () => ({
  default: (await import('#src/entities/payment/change-part.tsx')).ChangePart,
}));

/** Chooses between the whole debt and the sums due by a day. */
function HowMuch({ payment: { draft, wallet, change, dues } }: { payment: LaterPayment }) {
  const { t } = useTranslation('orders');
  if (dues.length === 0 || wallet.withoutMoney.dueLAK === 0) return null;
  const chips = [
    { target: 'exact' as const, label: t('pay.all'), sumLAK: wallet.withoutMoney.dueLAK },
    ...dues.map(({ dueOn, sumLAK }) => ({
      target: sumLAK,
      label: t('pay.until', { day: showDay(dueOn) }),
      sumLAK,
    })),
  ];
  return (
    <div className={tender.three} role="group" aria-label={t('pay.howMuch')}>
      {chips.map(({ target, label, sumLAK }) => (
        <button
          key={target}
          type="button"
          className={tender.tender}
          aria-pressed={draft.target === target}
          onClick={() => change((before) => chooseTarget(before, target, wallet))}
        >
          {label}
          <small>{formatNumber(sumLAK)}</small>
        </button>
      ))}
    </div>
  );
}

function CreditTick({
  payment,
  creditLAK,
  askedBackLAK,
}: {
  payment: LaterPayment;
  creditLAK: number;
  askedBackLAK: number;
}) {
  const { t } = useTranslation(['orders', 'payment']);
  if (creditLAK <= 0) return null;
  return (
    <label className={tender.tick}>
      <input
        type="checkbox"
        checked={payment.draft.usesCredit}
        onChange={({ target }) => payment.setUsesCredit(target.checked)}
      />
      <span>
        {t('pay.useCredit', { sum: formatNumber(creditLAK) })}
        {askedBackLAK > 0 && (
          <small className={tender.cap}>
            {t('payment:askedBack', { sum: formatNumber(askedBackLAK) })}
          </small>
        )}
      </span>
    </label>
  );
}

type PayFormProps = PayProps & {
  family: DeskFamily | undefined;
  rules: DeskRules;
  device: DeviceDrawer;
  onPaid: (paid: OrderPaid) => void;
};

function PayForm({
  order,
  isFamily = false,
  again,
  family,
  rules,
  device,
  onClose,
  onPaid,
}: PayFormProps) {
  const { t } = useTranslation(['orders', 'common']);
  const { shiftId } = device;
  const { rates, asOf } = usePayRates();
  const payment = useLaterPayment({ order, isFamily, again, family, rules, rates, shiftId });
  const { draft, wallet, change } = payment;
  const short = useDrawerShort({ branchId: order.branchId, shiftId }, wallet.priced);
  const [openRow, setOpenRow] = useState(again?.key);
  const [isAsked, setAsked] = useState(false);
  const { pay, failure, fields, isBusy } = usePay(order, { onPaid });
  const rateQuestion = useOldRateQuestion(asOf, wallet);
  const isAway = useServerUnreachable();
  const [shownFor, setShownFor] = useState(fields);
  if (fields !== shownFor) {
    setShownFor(fields);
    // The row that the server objects to opens, so that the objection stands beside its field.
    const wrong = firstWrongTender(draft.tenders, fields);
    if (wrong) setOpenRow(wrong.key);
  }
  const row = draft.tenders.find(({ key }) => key === openRow);
  const mayBeCredit = order.payer.kind !== 'walkIn';
  const confirm = async () => {
    const incomplete = draft.tenders.find(lacksReference);
    setAsked(incomplete !== undefined);
    if (incomplete) return setOpenRow(incomplete.key);
    if (await rateQuestion.confirmOldRate()) await pay(payment);
  };
  return (
    <Dialog
      isWide
      title={
        isFamily
          ? t('ask.payFamily', {
              name: currentPayerName({
                payerName: order.payer.name,
                payerNameEn: order.payer.nameEn,
              }),
            })
          : t('ask.pay', { number: order.number })
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            look="solid"
            disabled={!payment.canSend || short !== undefined || isBusy || isAway}
            onClick={() => void confirm()}
          >
            {t('pay.confirm')}
          </Button>
        </>
      }
    >
      <div className={styles.pay} data-open={row !== undefined} inert={isBusy}>
        <div className={tender.fields}>
          <RatesAsOf moments={asOf} wallet={wallet} />
          <PayDebts payment={payment} orderId={order._id} />
          <CreditTick
            payment={payment}
            creditLAK={order.payer.creditLAK}
            askedBackLAK={family?.askedBackLAK ?? 0}
          />
          <HowMuch payment={payment} />
          <TenderRows
            draft={draft}
            wallet={wallet}
            change={change}
            openRow={openRow}
            onOpen={setOpenRow}
          />
          {wallet.priced.restLAK > 0 && (
            <TenderMethods
              wallet={wallet}
              change={change}
              onOpen={setOpenRow}
              accounts={rules.bankAccounts}
              isBarred={(method) => method === 'cash' && shiftId === null}
            />
          )}
          <NoDrawerNote branchId={order.branchId} device={device} />
          <Suspense fallback={null}>
            {(wallet.priced.change.length > 0 ||
              draft.changeOwedLAK > 0 ||
              exceededPartLAK(draft, wallet) !== null) && (
              <ChangePart draft={draft} change={change} wallet={wallet} mayBeCredit={mayBeCredit} />
            )}
          </Suspense>
        </div>
        {row && (
          <section
            className={`${tender.fields} ${styles.payRow}`}
            aria-label={t(`method.${row.method}`)}
          >
            <TenderFields
              key={row.key}
              draft={draft}
              wallet={wallet}
              change={change}
              row={row}
              branchId={order.branchId}
              accounts={rules.bankAccounts}
              isAsked={isAsked}
              errors={tenderErrors(fields, draft.tenders.indexOf(row))}
            />
          </section>
        )}
        <div className={tender.fields}>
          <PayOutcome payment={payment} short={short} />
          <ErrorText role="alert">
            {failure.map((line) => (
              <span key={line} className={styles.line}>
                {line}
              </span>
            ))}
          </ErrorText>
        </div>
      </div>
      {rateQuestion.dialog}
    </Dialog>
  );
}

/**
 * A later payment of what is still due on this order and the payer's other orders, with the tender
 * rows of the desk.
 */
export function PayDialog({ order, isFamily = false, again, onClose }: PayProps) {
  const { t } = useTranslation('orders');
  const rules = usePayRules(order.branchId);
  const account = usePayerAccount(order.payer, order.branchId);
  const device = useDrawer(order.branchId);
  const saved = usePaid();
  const [paid, setPaid] = useState<OrderPaid>();
  const [undone, setUndone] = useState<string>();
  const refetchPaid = useRefetchPaid();
  if (undone !== undefined)
    return <UndoneDialog words={undone} onClose={() => void refetchPaid().then(onClose)} />;
  if (paid)
    return (
      <PaidDialog
        order={order}
        paid={paid}
        onUndone={setUndone}
        onClose={() => void saved(order.number).then(onClose)}
      />
    );
  if (rules.data && device.isKnown && !account.isLoading)
    return (
      <PayForm
        order={order}
        isFamily={isFamily}
        {...(again && { again })}
        family={account.data}
        rules={rules.data}
        device={device}
        onClose={onClose}
        onPaid={setPaid}
      />
    );
  return (
    <WaitingDialog
      title={t('ask.pay', { number: order.number })}
      error={rules.error}
      onClose={onClose}
    />
  );
}
