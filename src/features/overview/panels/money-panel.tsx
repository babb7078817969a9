import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MoneyToday } from '#contract/reports/overview.ts';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import { tenderMethods, type TenderMethod } from '#contract/orders/payments.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import type { Part } from '#src/features/overview/overview-queries.ts';
import styles from '#src/features/overview/overview.module.css';
import { paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { today } from '#src/lib/text/today.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { OverviewPanel, WithAnswer } from './panel.tsx';
import { figurePath } from '#src/entities/report/report-paths.ts';

const KIP = 'LAK';

type AmountProps = { day: string; method: TenderMethod; currency: PriceCurrency; amount: number };

/** A sum, linked to the rows behind it. */
function Amount({ day, method, currency, amount }: AmountProps) {
  const { t } = useTranslation('overview');
  if (amount === 0) return <bdi dir="ltr">0</bdi>;
  const shown = showMoney(amount, currency);
  return (
    <Link
      className={styles.sum}
      to={figurePath('tenders', day, {
        view: 'figures',
        value: `in${currency}`,
        'by.tenders': 'method',
        key: method,
      })}
      aria-label={[t(`methods.${method}`), shown, currency].join(' ')}
    >
      <bdi dir="ltr">{shown}</bdi>
    </Link>
  );
}

function MoneyTable({ money: { day, rows, receivedLAK } }: { money: MoneyToday }) {
  const { t } = useTranslation('overview');
  const shown = priceCurrencies.filter(
    (currency) => currency === 'LAK' || rows.some((row) => row.currency === currency),
  );
  const amountOf = (method: string, currency: string) =>
    rows.find((row) => row.method === method && row.currency === currency)?.amount ?? 0;
  return (
    <SmallTable>
      <thead>
        <tr>
          <th scope="col">{t('method')}</th>
          {shown.map((currency) => (
            <th key={currency} scope="col" data-end>
              {currency}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tenderMethods.map((method) => (
          <tr key={method}>
            <th scope="row">{t(`methods.${method}`)}</th>
            {shown.map((currency) => (
              <td key={currency} data-end>
                <Amount
                  day={day}
                  method={method}
                  currency={currency}
                  amount={amountOf(method, currency)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('allInKip')}</th>
          <td colSpan={shown.length} data-end>
            <bdi dir="ltr">
              {formatNumber(receivedLAK)} <small>{KIP}</small>
            </bdi>
          </td>
        </tr>
      </tfoot>
    </SmallTable>
  );
}

/**
 * Links to the rows behind the figure, and to closing the day for people who may, if one branch is
 * selected.
 */
function DayLinks({ money }: { money: MoneyToday | undefined }) {
  const { t } = useTranslation('overview');
  const mayClose = useCan('days:close');
  const branchId = useSelectedBranchId();
  return (
    <>
      <Link className={styles.link} to={figurePath('received', today())}>
        {t('seeRows')}
      </Link>
      {mayClose && branchId !== undefined && money && !money.isClosed && (
        <LinkButton
          to={`${paths.paymentHistory}?${new URLSearchParams({ view: 'days', id: money.day }).toString()}`}
        >
          {t('closeDay')}
        </LinkButton>
      )}
    </>
  );
}

/** Today's payments by method and currency (docs/figures.md, "Figure 15: received"). */
export function MoneyPanel({ money }: { money: Part<MoneyToday> }) {
  const { t } = useTranslation('overview');
  return (
    <OverviewPanel title={t('moneyToday')} aside={<DayLinks money={money.answer} />}>
      <WithAnswer part={money}>{(answer) => <MoneyTable money={answer} />}</WithAnswer>
    </OverviewPanel>
  );
}
