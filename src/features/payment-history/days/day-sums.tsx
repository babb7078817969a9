import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { priceCurrencies } from '#contract/money/currencies.ts';
import type { DayTotals, DrawerOfDay } from '#contract/money/days.ts';
import type { CurrencySums } from '#contract/money/drawers.ts';
import { DOT } from '#contract/words/dot.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { DifferenceMark } from '#src/entities/drawer/difference-mark.tsx';
import { hasMoney } from '#src/entities/drawer/drawer-sums.ts';
import { CurrencySumCells } from '#src/entities/drawer/sums-table.tsx';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { paths } from '#src/lib/paths.ts';
import { historyPath } from '#src/features/payment-history/history-path.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { allOf, receivedRows } from './received-rows.ts';
import styles from '#src/features/payment-history/payment-history.module.css';

function Received({ totals }: { totals: DayTotals }) {
  const { t } = useTranslation('days');
  const rows = receivedRows(totals.received);
  return (
    <Panel id="day-received" title={t('received')}>
      <SmallTable label={t('received')} isScrolling>
        <thead>
          <tr>
            <th scope="col">{t('method')}</th>
            {priceCurrencies.map((currency) => (
              <th key={currency} scope="col" data-end>
                {currency}
              </th>
            ))}
            <th scope="col" data-end>
              {t('inKip')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ method, sums, amountLAK }) => (
            <tr key={method}>
              <th scope="row">{t(`methods.${method}`)}</th>
              <CurrencySumCells sums={sums} />
              <td data-end>
                <bdi dir="ltr">{formatNumber(amountLAK)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('received')}</th>
            <CurrencySumCells sums={allOf(rows)} />
            <td data-end>
              <bdi dir="ltr">{formatNumber(totals.receivedLAK)}</bdi>
            </td>
          </tr>
          <tr>
            <th scope="row" colSpan={4}>
              {t('billed')}
            </th>
            <td data-end>
              <bdi dir="ltr">{formatNumber(totals.billedLAK)}</bdi>
            </td>
          </tr>
        </tfoot>
      </SmallTable>
    </Panel>
  );
}

function DifferenceLines({ sums, isAbove }: { sums: CurrencySums; isAbove: boolean }) {
  return priceCurrencies
    .filter((currency) => sums[currency] !== 0)
    .map((currency) => (
      <span key={currency} className={styles.line}>
        <DifferenceMark amount={sums[currency]} currency={currency} isAbove={isAbove} />{' '}
        <small className={styles.inline}>{currency}</small>
      </span>
    ));
}

/** The difference between the float and what the last closing left, if there is one. */
function OpeningDifference({ drawer: { openingDifference } }: { drawer: DrawerOfDay }) {
  const { t } = useTranslation('days');
  if (!openingDifference || !hasMoney(openingDifference)) return null;
  return (
    <>
      <small>{t('openingDifference')}</small>
      <DifferenceLines sums={openingDifference} isAbove={false} />
    </>
  );
}

/** The difference of the closing. */
function Differences({ drawer }: { drawer: DrawerOfDay }) {
  const { t } = useTranslation('days');
  const { difference, toBeAccepted } = drawer;
  if (!difference) return t('notCounted');
  if (!hasMoney(difference)) return <DifferenceMark amount={0} currency="LAK" isAbove={false} />;
  return (
    <>
      <DifferenceLines sums={difference} isAbove={toBeAccepted} />
      {toBeAccepted && <small>{t('toBeAccepted')}</small>}
    </>
  );
}

function Drawers({ drawers }: { drawers: readonly DrawerOfDay[] }) {
  const { t } = useTranslation('days');
  return (
    <Panel id="day-drawers" title={t('drawers')} count={formatNumber(drawers.length)}>
      {drawers.length === 0 ? (
        <PanelText isMuted>{t('noDrawers')}</PanelText>
      ) : (
        <SmallTable label={t('drawers')} isScrolling>
          <thead>
            <tr>
              <th scope="col">{t('drawer')}</th>
              {priceCurrencies.map((currency) => (
                <th key={currency} scope="col" data-end>
                  {currency}
                </th>
              ))}
              <th scope="col">{t('difference')}</th>
            </tr>
          </thead>
          <tbody>
            {drawers.map((drawer) => (
              <tr key={drawer.shiftId}>
                <th scope="row">
                  <Link to={historyPath('drawers', drawer.shiftId)}>{drawer.drawerName}</Link>
                  <small>{[drawer.openedBy, drawer.closedBy].filter(Boolean).join(' → ')}</small>
                </th>
                <CurrencySumCells sums={drawer.counted ?? drawer.expected} />
                <td>
                  <Differences drawer={drawer} />
                  <OpeningDifference drawer={drawer} />
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </Panel>
  );
}

/**
 * Bank payments that nobody confirmed before the day was closed: they are listed here and are in no
 * sum.
 */
function Slips({ slips }: { slips: DayTotals['slips'] }) {
  const payerName = usePayerName();
  const { t } = useTranslation('days');
  if (slips.length === 0) return null;
  return (
    <Panel
      id="day-slips"
      title={t('slips')}
      count={formatNumber(slips.length)}
      tools={
        <LinkButton look="text" to={`${paths.pendingPayment}?view=verify`}>
          {t('verify')}
        </LinkButton>
      }
    >
      <PanelText isMuted>
        <Hourglass aria-hidden size={14} />
        <span>
          {t('slipsMean', {
            sum: formatNumber(slips.reduce((sum, { amountLAK }) => sum + amountLAK, 0)),
          })}
        </span>
      </PanelText>
      <SmallTable>
        <tbody>
          {slips.map(
            ({ paymentId, orderNumber, bank, reference, currency, tendered, at, ...payer }) => (
              <tr key={paymentId}>
                <th scope="row">
                  <WholeWords text={payerName(payer)} />
                  <small>
                    {[orderNumber, bank, reference, formatDateTime(at)].filter(Boolean).join(DOT)}
                  </small>
                </th>
                <td data-end>
                  <bdi dir="ltr">
                    {showMoney(tendered, currency)} <small>{currency}</small>
                  </bdi>
                </td>
              </tr>
            ),
          )}
        </tbody>
      </SmallTable>
    </Panel>
  );
}

/** The sums of a day. */
export function DaySums({ totals }: { totals: DayTotals }) {
  return (
    <>
      <Received totals={totals} />
      <Drawers drawers={totals.drawers} />
      <Slips slips={totals.slips} />
    </>
  );
}
