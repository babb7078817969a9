import { ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { readAmount } from '#contract/words/typed-number.ts';
import { DOT } from '#contract/words/dot.ts';
import { typedAmount } from '#src/components/fields/group-typed.ts';
import { standingText, useTypedText } from '#src/components/fields/use-typed-text.ts';
import { Tick } from '#src/components/kit/tick.tsx';
import { useAnnouncer } from '#src/components/feedback/use-announcer.tsx';
import { IconButton } from '#src/components/kit/button.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { showDay } from '#src/lib/text/day.ts';
import type { Debt, LaterPayment } from './use-later-payment.ts';
import styles from './pay.module.css';

const kip = {
  read: (text: string) => readAmount(text, 'LAK'),
  show: (amount: number) => showMoney(amount, 'LAK'),
};

/** The amount to pay of one order; empty pays all of it. */
function ShareInput({ debt, payment: { draft, setShare } }: { debt: Debt; payment: LaterPayment }) {
  const { t } = useTranslation('orders');
  const value = draft.shares[debt.orderId] ?? null;
  const typed = useTypedText<number>({ value, change: (share) => setShare(debt, share), ...kip });
  const text = typed.isTyping ? typed.text : standingText(value, kip);
  const isTooMuch = typeof value === 'number' && value > debt.balanceLAK;
  return (
    <input
      aria-label={t('pay.share', { number: debt.number })}
      placeholder={formatNumber(debt.balanceLAK)}
      inputMode="numeric"
      dir="ltr"
      autoComplete="off"
      aria-invalid={typed.problem !== undefined || isTooMuch}
      value={text}
      onChange={(event) => typed.type(typedAmount(text, event, 'LAK'))}
      onBlur={typed.leave}
    />
  );
}

/** The payer's open orders: first those that this payment pays, in turn, then the others. */
export function PayDebts({ payment, orderId }: { payment: LaterPayment; orderId: string }) {
  const { t } = useTranslation('orders');
  const { debts, others, wallet, toggle, moveUp } = payment;
  const { region, tell } = useAnnouncer();
  if (debts.length + others.length < 2) return null;
  const row = (debt: Debt, at: number | undefined) => {
    const share = wallet.priced.shares.find((part) => part.orderId === debt.orderId);
    return (
      <li key={debt.orderId}>
        <Tick
          isLine
          checked={at !== undefined}
          disabled={debt.orderId === orderId}
          onChange={() => toggle(debt)}
        >
          <span>
            <LeftToRight>{debt.number}</LeftToRight>
            <small>
              {[
                debt.dueOn !== null && t('pay.dueOn', { day: showDay(debt.dueOn) }),
                at !== undefined && share && t('pay.getsSum', { sum: formatNumber(share.paidLAK) }),
              ]
                .filter(Boolean)
                .join(DOT)}
            </small>
          </span>
          <b>{formatNumber(debt.balanceLAK)}</b>
        </Tick>
        {at !== undefined && debts.length > 1 && <ShareInput debt={debt} payment={payment} />}
        {at !== undefined && at > 0 && (
          <IconButton
            icon={ArrowUp}
            label={t('pay.first', { number: debt.number })}
            onClick={() => {
              moveUp(at);
              tell(t('pay.movedTo', { number: debt.number, n: at, of: debts.length }));
            }}
          />
        )}
      </li>
    );
  };
  return (
    <>
      <ol className={styles.picks} aria-label={t('pay.orders')}>
        {debts.map(row)}
        {others.map((debt) => row(debt, undefined))}
      </ol>
      {region}
    </>
  );
}
