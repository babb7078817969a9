import { EyeOff, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import type { CurrencySums } from '#contract/money/drawers.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { DifferenceMark } from '#src/entities/drawer/difference-mark.tsx';
import { AmountBox } from './amount-box.tsx';
import type { CountDraft, CountState } from './count-state.ts';
import styles from '#src/entities/drawer/drawer-parts.module.css';

const shown = (amount: number | null, currency: PriceCurrency, missing: string) =>
  amount === null ? missing : showMoney(amount, currency);

/** The expected sums beside the counted ones; a blind count shows only the counted ones. */
export function CountedTable({
  state,
  expected,
}: {
  state: CountState;
  expected: CurrencySums | null;
}) {
  const { t } = useTranslation('drawer');
  return (
    <section className={styles.panel} aria-labelledby="drawer-counted">
      <header>
        <h2 id="drawer-counted">{t(expected ? 'expectedAndCounted' : 'counted')}</h2>
      </header>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className={styles.unseen}>{t('currency')}</span>
            </th>
            {expected && (
              <th scope="col" data-end>
                {t('expected')}
              </th>
            )}
            <th scope="col" data-end>
              {t('counted')}
            </th>
            {expected && (
              <th scope="col" data-end>
                {t('difference')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {priceCurrencies.map((currency) => {
            const counted = state.counted[currency];
            return (
              <tr key={currency}>
                <th scope="row">{currency}</th>
                {expected && <td data-end>{showMoney(expected[currency], currency)}</td>}
                <td data-end>{shown(counted, currency, t('notCounted'))}</td>
                {expected && (
                  <td data-end>
                    {counted !== null && (
                      <DifferenceMark
                        amount={counted - expected[currency]}
                        currency={currency}
                        isAbove={state.above.some((one) => one.currency === currency)}
                      />
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {!expected && (
        <p className={styles.footNote}>
          <EyeOff aria-hidden size={14} /> {t('blind')}
        </p>
      )}
    </section>
  );
}

/** The differences above the limit, in words and in kip. */
export function AboveLimit({ state, limitLAK }: { state: CountState; limitLAK: number }) {
  const { t } = useTranslation('drawer');
  const { difference } = state;
  if (state.above.length === 0 || !difference) return null;
  return (
    <div role="status" className={styles.note} data-tone="bad">
      <TriangleAlert aria-hidden size={18} />
      <div>
        {state.above.map(({ currency, worthLAK }) => (
          <p key={currency}>
            <b>
              {t(difference[currency] < 0 ? 'shortBy' : 'overBy', {
                sum: showMoney(Math.abs(difference[currency]), currency),
                currency,
              })}
            </b>
            {currency !== 'LAK' && (
              <bdi dir="ltr">{t('worth', { kip: formatNumber(worthLAK) })}</bdi>
            )}
          </p>
        ))}
        <p>{t('aboveLimit', { limit: formatNumber(limitLAK) })}</p>
      </div>
    </div>
  );
}

type AfterProps = { draft: CountDraft; state: CountState; onChange: (draft: CountDraft) => void };

/** The float for the next opening, and the sum for the safe. */
export function AfterClosing({ draft, state, onChange }: AfterProps) {
  const { t } = useTranslation('drawer');
  return (
    <section className={styles.panel} aria-labelledby="drawer-after">
      <header>
        <h2 id="drawer-after">{t('afterClosing')}</h2>
      </header>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className={styles.unseen}>{t('currency')}</span>
            </th>
            <th scope="col" data-end>
              {t('stays')}
            </th>
            <th scope="col" data-end>
              {t('toSafe')}
            </th>
          </tr>
        </thead>
        <tbody>
          {priceCurrencies.map((currency) => {
            const goes = state.toSafe[currency];
            return (
              <tr key={currency}>
                <th scope="row">{currency}</th>
                <td data-end>
                  <AmountBox
                    label={t('staysIn', { currency })}
                    currency={currency}
                    value={draft.left[currency] ?? state.left[currency]}
                    error={goes !== null && goes < 0 ? t('moreThanCounted') : undefined}
                    onChange={(left) =>
                      onChange({ ...draft, left: { ...draft.left, [currency]: left } })
                    }
                  />
                </td>
                <td data-end>{goes === null || goes < 0 ? '' : showMoney(goes, currency)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
