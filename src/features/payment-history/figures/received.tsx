import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiguresAnswer } from '#contract/reports/figures.ts';
import { DOT } from '#contract/words/dot.ts';
import { PanelText } from '#src/components/kit/panel.tsx';
import { useReportAddress } from '#src/entities/report/report-address.ts';
import { ReportSum, SumTable, type ReportSumRow } from '#src/entities/report/sum-table.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { Segments } from '#src/components/kit/segments.tsx';
import { useOpenRows } from './use-open-rows.ts';

const groupings = ['tender', 'day', 'drawer', 'cashier'] as const;
type Grouping = (typeof groupings)[number];
type Row = FiguresAnswer['received'][number];

/** The payments in the chosen grouping, and by currency with cash as the drawers have it. */
export function Received({ answer: { received, receivedCurrencies } }: { answer: FiguresAnswer }) {
  const { t } = useTranslation('money-reports');
  const address = useReportAddress();
  const open = useOpenRows();
  const by = groupings.find((one) => one === address.by('received')) ?? 'tender';
  const keyOf: Record<Grouping, (row: Row) => string> = {
    tender: ({ method, currency }) => `${method} ${currency}`,
    day: ({ day }) => day,
    drawer: ({ drawer }) => drawer,
    cashier: ({ cashier }) => cashier,
  };
  const nameOf: Record<Grouping, (row: Row) => string> = {
    tender: ({ method, currency }) => `${t(`method.${method}`)} ${currency}`,
    day: ({ day }) => showDay(day),
    drawer: ({ drawer }) => drawer || t('noDrawer'),
    cashier: ({ cashier }) => cashier || t('byServer'),
  };
  const groups = new Map<string, { name: string; payments: number; amountLAK: number }>();
  for (const row of received) {
    const key = keyOf[by](row);
    const { payments, amountLAK } = groups.get(key) ?? { payments: 0, amountLAK: 0 };
    groups.set(key, {
      name: nameOf[by](row),
      payments: payments + row.payments,
      amountLAK: amountLAK + row.amountLAK,
    });
  }
  const rows: ReportSumRow[] = [...groups].map(([key, { name, payments, amountLAK }]) => ({
    key,
    name,
    sums: [payments, amountLAK],
    opens: [undefined, open('received', 'receivedLAK', { by, key })],
  }));
  const total = [...groups.values()].reduce(
    (sum, { payments, amountLAK }) => ({
      payments: sum.payments + payments,
      amountLAK: sum.amountLAK + amountLAK,
    }),
    { payments: 0, amountLAK: 0 },
  );
  const choose = (
    <Segments
      label={t('by.label')}
      options={groupings.map((one) => ({ value: one, label: t(`by.${one}`) }))}
      value={by}
      onChoose={(one) => address.setBy('received', one)}
    />
  );
  const currencies = receivedCurrencies.map(({ method, currency, amount }, at) => (
    <Fragment key={`${method} ${currency}`}>
      {at > 0 && DOT}
      {t(`money.${method}`)}{' '}
      <ReportSum
        sum={`${showMoney(amount, currency)} ${currency}`}
        of={t(`money.${method}`)}
        onOpen={
          amount === 0 ? undefined : open('tenders', `in${currency}`, { by: 'kind', key: method })
        }
      />
    </Fragment>
  ));
  return (
    <SumTable
      title={t('received')}
      head={[t('what'), t('payments'), t('kip')]}
      rows={rows}
      total={{
        key: 'total',
        name: t('total'),
        sums: [total.payments, total.amountLAK],
        opens: [undefined, open('received', 'receivedLAK')],
      }}
      empty={t('nothing')}
      action={choose}
      note={
        currencies.length === 0 ? undefined : (
          <PanelText isMuted>
            <span>{currencies}</span>
          </PanelText>
        )
      }
    />
  );
}
