import { EyeOff, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import type { CurrencySums } from '#contract/money/drawers.ts';
import { Note } from '#src/components/kit/note.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { DifferenceMark } from '#src/entities/drawer/difference-mark.tsx';
import { AmountBox } from './amount-box.tsx';
import type { CountDraft, CountState } from './count-state.ts';

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
    <Panel id="drawer-counted" title={t(expected ? 'expectedAndCounted' : 'counted')}>
      <SmallTable>
        <thead>
          <tr>
            <th scope="col">
              <Unseen>{t('currency')}</Unseen>
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
            const isIdle = state.idle.includes(currency);
            const counted = isIdle ? null : state.counted[currency];
            return (
              <tr key={currency}>
                <th scope="row">{currency}</th>
                {expected && <td data-end>{showMoney(expected[currency], currency)}</td>}
                <td data-end>{shown(counted, currency, t('notCounted'))}</td>
                {expected && (
                  <td data-end>
                    {isIdle && t('nothingExpected')}
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
      </SmallTable>
      {!expected && (
        <PanelText isMuted>
          <EyeOff aria-hidden size={14} />
          <span>{t('blind')}</span>
        </PanelText>
      )}
    </Panel>
  );
}

/** The differences above the limit, in words and in kip. */
export function AboveLimit({ state, limitLAK }: { state: CountState; limitLAK: number }) {
  const { t } = useTranslation('drawer');
  const { difference } = state;
  if (state.above.length === 0 || !difference) return null;
  return (
    <Note role="status" tone="bad" icon={TriangleAlert}>
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
    </Note>
  );
}

type AfterProps = { draft: CountDraft; state: CountState; onChange: (draft: CountDraft) => void };

/** The float for the next opening, and the sum for the safe. */
export function AfterClosing({ draft, state, onChange }: AfterProps) {
  const { t } = useTranslation('drawer');
  return (
    <Panel id="drawer-after" title={t('afterClosing')}>
      <SmallTable>
        <thead>
          <tr>
            <th scope="col">
              <Unseen>{t('currency')}</Unseen>
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
      </SmallTable>
    </Panel>
  );
}
