import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { ForeignCurrency } from '#contract/money/currencies.ts';
import type { ExchangeRate } from '#contract/money/exchange-rates.ts';
import { DOT } from '#contract/words/dot.ts';
import { LineChart } from '#src/components/chart/line-chart.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { Tabs } from '#src/components/page/tabs.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { formatDateTime, formatRate } from '#src/lib/text/format.ts';
import { formatColumnRate, formatRateChange, rateChange } from './rate-change.ts';
import { inRange, rateRanges, type RateRange } from './rate-range.ts';
import { useRateHistory } from './rate-queries.ts';

/** The history of a currency's rate: a chart, and every entry with its change. */
export function RateHistory({ currency }: { currency: ForeignCurrency }) {
  const { t } = useTranslation('exchange-rates');
  const history = useRateHistory(currency);
  const [range, setRange] = useState<RateRange>('all');
  const rows = history.data?.rows ?? [];
  const drawn = inRange(rows, range);
  const title = t('history', { currency });
  const changeOf = (rate: ExchangeRate) => {
    const before = rows[rows.indexOf(rate) + 1];
    return before ? formatRateChange(rateChange(before.rateToLAK, rate.rateToLAK)) : '';
  };
  const columns: ListColumn<ExchangeRate>[] = [
    {
      field: 'createdAt',
      label: t('createdAt'),
      priority: 1,
      cell: ({ createdAt, createdBy, approvedBy, enteredAlone, note }) => (
        <>
          {formatDateTime(createdAt)}
          <HelpText>
            {[
              createdBy,
              approvedBy !== '' && t('signedBy', { name: approvedBy }),
              enteredAlone && t('enteredAlone'),
              note,
            ]
              .filter(Boolean)
              .join(DOT)}
          </HelpText>
        </>
      ),
    },
    {
      field: 'rateToLAK',
      label: `${t('rateColumn')}${DOT}${t('change')}`,
      priority: 1,
      align: 'end',
      ltrNoWrap: true,
      cell: (rate) => (
        <>
          {formatColumnRate(rate.rateToLAK)}
          <HelpText>{changeOf(rate)}</HelpText>
        </>
      ),
    },
  ];
  if (history.error)
    return (
      <LoadFailed
        error={history.error}
        failed={t('failed.list')}
        onRetry={() => void history.refetch()}
      />
    );
  return (
    <Stack gap={3}>
      <h2>{title}</h2>
      {history.isPending ? (
        <TableSkeleton columns={columns.length} />
      ) : (
        <>
          {rows.length > 1 && (
            <Tabs
              label={t('range')}
              current={range}
              tabs={rateRanges.map((one) => ({
                id: one,
                label: t(`ranges.${one}`),
                onChoose: () => setRange(one),
              }))}
            />
          )}
          {drawn.length > 1 && (
            <LineChart
              label={title}
              lines={[
                {
                  name: currency,
                  points: drawn.toReversed().map(({ createdAt, rateToLAK }) => ({
                    at: createdAt,
                    value: Number(rateToLAK),
                  })),
                },
              ]}
              show={(value) => formatRate(String(value))}
            />
          )}
          <RecordTable label={title} rows={range === 'all' ? rows : drawn} columns={columns} />
        </>
      )}
    </Stack>
  );
}
