import { useTranslation } from 'react-i18next';
import { Totals } from '#src/components/kit/money.tsx';
import { showMoney, showSum } from '#src/lib/text/money.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import type { DrawerShort } from '#src/entities/drawer/drawer-short.ts';
import type { LaterPayment } from './use-later-payment.ts';
import styles from './pay.module.css';

type PayOutcomeProps = { payment: LaterPayment; short: DrawerShort | undefined };

/**
 * The remaining balance or the credit, and the change in large type, with a word where the drawer
 * holds too little for it.
 */
export function PayOutcome({ payment: { wallet, debts }, short }: PayOutcomeProps) {
  const { t } = useTranslation(['orders', 'payment']);
  const { priced } = wallet;
  const now = priced.rows.reduce((sum, { amountLAK }) => sum + amountLAK, 0);
  const balance = debts.reduce((sum, { balanceLAK }) => sum + balanceLAK, 0);
  const sums = [
    { label: t('pay.credit'), amount: -priced.creditLAK },
    { label: t('pay.rounding'), amount: priced.roundingLAK },
    { label: t('pay.now'), amount: -now },
  ];
  return (
    <>
      <Totals
        lines={[
          { label: t('sums.balanceLAK'), amount: balance },
          ...sums.filter(({ amount }) => amount !== 0),
        ]}
        label={t(priced.toCreditLAK > 0 ? 'pay.toCredit' : 'pay.rest')}
        amount={
          priced.toCreditLAK > 0
            ? priced.toCreditLAK
            : balance - priced.creditLAK + priced.roundingLAK - now
        }
        currency="LAK"
      />
      {priced.change.map(({ currency, amount }) => (
        <p key={currency} className={styles.change} role="status">
          {t('pay.change')} <bdi dir="ltr">{`${showMoney(amount, currency)} ${currency}`}</bdi>
        </p>
      ))}
      {short && (
        <ErrorText role="alert">
          {t('payment:drawerShort', { sum: showSum(short.holds, short.currency) })}
        </ErrorText>
      )}
      {priced.problems.map(({ problem }) => (
        <ErrorText key={problem} role="alert">
          {t([`pay.problems.${problem as 'other'}`, 'pay.problems.other'])}
        </ErrorText>
      ))}
    </>
  );
}
