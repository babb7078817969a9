import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { cashUnit } from '#contract/money/cash.ts';
import { decimalsOf, priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import { convert } from '#contract/money/money.ts';
import type { DeskRules } from '#contract/desk/desk.ts';
import { quickCash } from '#contract/desk/quick-cash.ts';
import { rateOf } from '#contract/desk/visit-lines.ts';
import { MoneyInput } from '#src/components/money/money-input.tsx';
import { useSettled } from '#src/lib/browser/use-settled.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { Segments } from '#src/components/kit/segments.tsx';
import {
  accountsFor,
  changeCurrency,
  changeTender,
  remainingAmount,
  remainingLAK,
  type ChangeMoney,
  type DraftTender,
  type MoneyDraft,
  type TenderErrors,
  type Wallet,
} from './tenders.ts';
import styles from './payment.module.css';

const BankPart = lazy(async () => ({ default: (await import('./bank-part.tsx')).BankPart }));

const noErrors: TenderErrors = {};
const PAUSE_MS = 600;

export type TenderFieldsProps = {
  draft: MoneyDraft;
  wallet: Wallet;
  change: ChangeMoney;
  row: DraftTender;
  /** The branch that is paid. */
  branchId: string;
  accounts: DeskRules['bankAccounts'];
  /** True if somebody tried to continue without this row's reference. */
  isAsked?: boolean;
  /** The server's objections to this row. */
  errors?: TenderErrors;
};

/** The currency and the amount of one tender, with quick sums and, for cash, the number pad. */
export function TenderSum({
  draft,
  wallet,
  change,
  row,
  accounts,
  isFirst = false,
}: Pick<TenderFieldsProps, 'draft' | 'wallet' | 'change' | 'row' | 'accounts'> & {
  /** Takes the focus when it comes. */
  isFirst?: boolean;
}) {
  const { t } = useTranslation('payment');
  const exact = remainingAmount(draft, row, wallet);
  // A bank's QR code asks for kip.
  const isTaken = (currency: PriceCurrency) =>
    row.method === 'cash' ||
    (row.method === 'transfer' ? accountsFor(accounts, currency).length > 0 : currency === 'LAK');
  const isKnown = (currency: PriceCurrency) =>
    (currency === 'LAK' || wallet.rates[currency] !== undefined) && isTaken(currency);
  const isCash = row.method === 'cash';
  const left = remainingLAK(draft, row.key, wallet);
  const rate = rateOf(row, wallet.rates)?.rate ?? '1';
  const unit = cashUnit(row.currency, wallet.step);
  // The next digit may make the sum right, so a wrong one is named after a pause.
  const isStanding = useSettled(row.tendered, PAUSE_MS) === row.tendered;
  const isOdd =
    isCash && isStanding && typeof row.tendered === 'number' && row.tendered % unit !== 0;
  const set = (tendered: DraftTender['tendered']) =>
    change((before) => changeTender(before, row.key, { tendered }));
  return (
    <>
      <Segments
        label={t('currency')}
        options={priceCurrencies.map((currency) => ({
          value: currency,
          label: currency,
          isOff: !isKnown(currency),
        }))}
        value={row.currency}
        onChoose={(currency) =>
          change((before) => changeCurrency(before, row, currency, { wallet, accounts }))
        }
      />
      <MoneyInput
        label={t('tendered')}
        currency={row.currency}
        value={row.tendered}
        onChange={set}
        withPad={isCash}
        takesKeys
        isFirst={isFirst}
        error={
          isOdd
            ? t('cashUnit', {
                sum: `${formatNumber(unit / 10 ** decimalsOf(row.currency))} ${row.currency}`,
              })
            : undefined
        }
        beside={
          <>
            {t('left')}
            <b>{formatNumber(left)}</b>
          </>
        }
      >
        {isCash && exact !== null && (
          <div className={styles.quick} role="group" aria-label={t('quick')}>
            {quickCash(exact, row.currency).map((sum) => (
              <button
                key={sum}
                type="button"
                className={styles.tender}
                aria-pressed={row.tendered === sum}
                onClick={() => set(sum)}
              >
                {sum === exact && (
                  <small>
                    {t(
                      convert(sum, row.currency, rate) === left ? 'target.exact' : 'target.enough',
                    )}
                  </small>
                )}
                {showMoney(sum, row.currency)}
              </button>
            ))}
          </div>
        )}
      </MoneyInput>
    </>
  );
}

/** The fields of one tender: its currency, its amount, and what a bank wants besides. */
export function TenderFields({
  row,
  change,
  branchId,
  accounts,
  isAsked = false,
  errors = noErrors,
  ...others
}: TenderFieldsProps) {
  return (
    <>
      <TenderSum row={row} change={change} accounts={accounts} {...others} />
      {row.method !== 'cash' && (
        <Suspense fallback={null}>
          <BankPart
            row={row}
            accounts={accounts}
            branchId={branchId}
            isAsked={isAsked}
            errors={errors}
            onChange={(changes) => change((before) => changeTender(before, row.key, changes))}
          />
        </Suspense>
      )}
    </>
  );
}
