import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { priceCurrencies, type PriceCurrency } from '#contract/currencies.ts';
import { quickCash } from '#contract/quick-cash.ts';
import { MoneyInput } from '#src/components/money/money-input.tsx';
import styles from '#src/features/desk/desk.module.css';
import payStyles from '#src/features/desk/pay.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import type { DraftTender } from '#src/features/desk/visit-draft.ts';
import { accountsFor, changeCurrency, changeTender, fillFor, leftFor, type Wallet } from '#src/features/desk/visit-money.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import controls from '#src/theme/controls.module.css';

const BankPart = lazy(async () => ({ default: (await import('./bank-part.tsx')).BankPart }));

type TenderEditorProps = { visit: Visit; wallet: Wallet; row: DraftTender; onDone: () => void };

/** One row of money: its currency, how much, the next round sums and the number pad. */
export function TenderEditor({ visit, wallet, row, onDone }: TenderEditorProps) {
  const { t } = useTranslation('desk');
  const { draft, change, rules } = visit;
  const exact = fillFor(draft, row, wallet);
  const accounts = rules.data?.bankAccounts ?? [];
  // A bank's code asks for kip.
  const isTaken = (currency: PriceCurrency) => row.method === 'cash' || (row.method === 'transfer' ? accountsFor(accounts, currency).length > 0 : currency === 'LAK');
  const isKnown = (currency: PriceCurrency) => (currency === 'LAK' || wallet.rates[currency] !== undefined) && isTaken(currency);
  const isCash = row.method === 'cash';
  const set = (tendered: DraftTender['tendered']) => change((before) => changeTender(before, row.key, { tendered }));
  return (
    <section className={styles.zone} aria-labelledby="desk-row" data-zone="what">
      <h2 id="desk-row">
        {t(`method.${row.method}`)}
        <button type="button" className={`${controls.button} ${styles.end}`} onClick={onDone}>
          {t('pay.rowDone')}
        </button>
      </h2>
      <div className={styles.in}>
        <div className={controls.segments} role="group" aria-label={t('pay.currency')}>
          {priceCurrencies.map((currency) => (
            <button key={currency} type="button" aria-pressed={row.currency === currency} disabled={!isKnown(currency)} onClick={() => change((before) => changeCurrency(before, row, currency, { wallet, accounts }))}>
              {currency}
            </button>
          ))}
        </div>
        <MoneyInput label={t('pay.tendered')} currency={row.currency} value={row.tendered} onChange={set} withPad={isCash}>
          <p className={payStyles.sum}>
            <span>{t('pay.left')}</span>
            <b>{formatNumber(leftFor(draft, row.key, wallet))}</b>
          </p>
          {isCash && exact !== null && (
            <div className={payStyles.three} role="group" aria-label={t('pay.quick')}>
              {quickCash(exact, row.currency).map((sum) => (
                <button key={sum} type="button" className={payStyles.tender} aria-pressed={row.tendered === sum} onClick={() => set(sum)}>
                  {sum === exact && <small>{t('pay.exact')}</small>}
                  {showMoney(sum, row.currency)}
                </button>
              ))}
            </div>
          )}
        </MoneyInput>
        {!isCash && (
          <Suspense fallback={null}>
            <BankPart visit={visit} row={row} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
