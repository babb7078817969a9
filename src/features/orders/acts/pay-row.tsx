import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { priceCurrencies } from '#contract/currencies.ts';
import type { DeskRules } from '#contract/desk.ts';
import { quickCash } from '#contract/quick-cash.ts';
import type { VisitRates } from '#contract/visit-prices.ts';
import { MoneyInput } from '#src/components/money/money-input.tsx';
import styles from '#src/features/orders/orders.module.css';
import { formatRate } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import controls from '#src/theme/controls.module.css';
import type { LaterPayment, PayRow } from './use-later-payment.ts';
import acts from './acts.module.css';

type PayRowProps = { row: PayRow; payment: LaterPayment; rules: DeskRules; rates: VisitRates; isOnly: boolean };

/** The account that bank money goes to, and the reference that the payer's bank shows. */
function BankFields({ row, payment, rules }: Pick<PayRowProps, 'row' | 'payment' | 'rules'>) {
  const { t } = useTranslation('orders');
  const accounts = rules.bankAccounts.filter(({ currency }) => currency === row.currency);
  return (
    <>
      <label className={controls.field}>
        <span className={controls.label}>{t('pay.account')}</span>
        <span className={controls.input}>
          <select value={row.bankAccountId ?? ''} onChange={({ target }) => payment.change(row.key, { bankAccountId: target.value })}>
            {accounts.map(({ _id, bank, accountNo }) => (
              <option key={_id} value={_id}>{`${bank} · ${accountNo}`}</option>
            ))}
          </select>
        </span>
      </label>
      <label className={controls.field}>
        <span className={controls.label}>{t('pay.reference')}</span>
        <span className={controls.input}>
          <input maxLength={60} autoComplete="off" required value={row.reference} onChange={({ target }) => payment.change(row.key, { reference: target.value })} />
        </span>
      </label>
    </>
  );
}

/** One row of money: its currency, how much, and the next round sums. */
export function PayRowFields({ row, payment, rules, rates, isOnly }: PayRowProps) {
  const { t } = useTranslation(['orders', 'common']);
  const exact = payment.fill(row);
  const rate = row.currency === 'LAK' ? undefined : rates[row.currency]?.rate;
  const known = priceCurrencies.filter((currency) => (currency === 'LAK' || rates[currency] !== undefined) && (row.method === 'cash' || rules.bankAccounts.some((account) => account.currency === currency)));
  const choose = (currency: PayRow['currency']) => {
    const account = row.method === 'cash' ? undefined : rules.bankAccounts.find((one) => one.currency === currency);
    payment.change(row.key, { currency, tendered: payment.fill({ ...row, currency }), bankAccountId: account?._id ?? null });
  };
  return (
    <fieldset className={acts.payRow}>
      <legend>
        {t(`method.${row.method}`)} {rate !== undefined && <small>× {formatRate(rate)}</small>}
      </legend>
      <div className={styles.goods}>
        <div className={controls.segments} role="group" aria-label={t('pay.currency')}>
          {known.map((currency) => (
            <button key={currency} type="button" aria-pressed={row.currency === currency} onClick={() => choose(currency)}>
              {currency}
            </button>
          ))}
        </div>
        <button type="button" className={controls.icon} aria-label={t('common:form.removeItem', { item: t(`method.${row.method}`) })} onClick={() => payment.remove(row.key)}>
          <X aria-hidden size={16} />
        </button>
      </div>
      <MoneyInput label={t('pay.tendered')} currency={row.currency} value={row.tendered} onChange={(tendered) => payment.change(row.key, { tendered })} withPad={isOnly && row.method === 'cash'}>
        {row.method === 'cash' && exact !== null && (
          <div className={acts.quick} role="group" aria-label={t('pay.quick')}>
            {quickCash(exact, row.currency).map((sum) => (
              <button key={sum} type="button" className={controls.button} aria-pressed={row.tendered === sum} onClick={() => payment.change(row.key, { tendered: sum })}>
                {showMoney(sum, row.currency)}
              </button>
            ))}
          </div>
        )}
      </MoneyInput>
      {row.method !== 'cash' && <BankFields row={row} payment={payment} rules={rules} />}
    </fieldset>
  );
}
