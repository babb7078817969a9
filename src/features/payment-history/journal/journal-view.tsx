import { useQuery } from '@tanstack/react-query';
import { Fragment, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { journal, type JournalRow } from '#contract/money/journal.ts';
import { DOT } from '#contract/words/dot.ts';
import { ExportButton } from '#src/components/export/export-button.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { Panels } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Panel } from '#src/components/kit/panel.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { ReadAsOf } from '#src/components/page/read-as-of.tsx';
import { PrintButton } from '#src/components/print/print-button.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { CardTable } from '#src/entities/report/card-table.tsx';
import { RangeRow, rangeText, useRange } from '#src/entities/report/range-bar.tsx';
import { MoneyHeader } from '#src/features/payment-history/money-header.tsx';
import { api } from '#src/lib/request/api.ts';
import { timed } from '#src/lib/request/as-of.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useBranchChoice, useSelectedBranchId } from '#src/offline/branch-choice.ts';

const CodesDialog = lazy(async () => ({
  default: (await import('./codes-dialog.tsx')).CodesDialog,
}));

const sum = (rows: readonly JournalRow[], side: 'debitLAK' | 'creditLAK') =>
  rows.reduce((total, row) => total + row[side], 0);
const amount = (value: number) => value !== 0 && <bdi dir="ltr">{formatNumber(value)}</bdi>;

/** One day of one branch: its accounts, and the equal sums of both sides. */
function Day({ rows, title }: { rows: readonly JournalRow[]; title: string }) {
  const { t } = useTranslation('money-reports');
  return (
    <Panel
      title={title}
      tools={rows[0]?.isProvisional && <HelpText>{t('journal.provisional')}</HelpText>}
    >
      <CardTable
        label={title}
        head={[t('journal.account'), t('journal.debit'), t('journal.credit')]}
      >
        <tbody>
          {rows.map(({ account, detail, code, debitLAK, creditLAK }) => (
            <tr key={`${account} ${detail}`}>
              <th scope="row">
                {code !== '' && <bdi dir="ltr">{code} </bdi>}
                {t(`account.${account}`)}
                {detail !== '' && (
                  <small>
                    {account === 'paidOut'
                      ? t(`paidOut.${detail as 'expense' | 'bank' | 'safe'}`)
                      : detail}
                  </small>
                )}
              </th>
              <td data-end data-label={t('journal.debit')}>
                {amount(debitLAK)}
              </td>
              <td data-end data-label={t('journal.credit')}>
                {amount(creditLAK)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td data-end data-label={t('journal.debit')}>
              {amount(sum(rows, 'debitLAK'))}
            </td>
            <td data-end data-label={t('journal.credit')}>
              {amount(sum(rows, 'creditLAK'))}
            </td>
          </tr>
        </tfoot>
      </CardTable>
    </Panel>
  );
}

/** The journal of a range of days for the accountant. */
export function JournalView() {
  const { t } = useTranslation('money-reports');
  const { range, setRange } = useRange();
  const branchId = useSelectedBranchId();
  const { nameOf } = useBranchChoice();
  const mayWrite = useCan(journal.write);
  const [editsCodes, setEditsCodes] = useState(false);
  const query = { ...range, branchId };
  const {
    data: read,
    error,
    refetch,
  } = useQuery({
    queryKey: [journal.name, branchId, range],
    queryFn: ({ signal }) =>
      api.send('GET', journal.path, { query, signal, quiet: true }, timed<JournalRow[]>),
    meta: { persist: false },
  });
  const data = read?.answer;
  const days = new Map<string, JournalRow[]>();
  for (const row of data ?? [])
    days.set(`${row.day} ${row.branchId}`, [
      ...(days.get(`${row.day} ${row.branchId}`) ?? []),
      row,
    ]);
  const titleOf = ({ day, branchId: of }: JournalRow) =>
    [showDay(day), nameOf?.(of)].filter(Boolean).join(DOT);
  return (
    <>
      <MoneyHeader title={t('journal.title')}>
        {mayWrite && <Button onClick={() => setEditsCodes(true)}>{t('journal.codes')}</Button>}
        <ExportButton
          path={journal.path}
          query={query}
          name={`journal-${range.from}-${range.to}`}
        />
        <PrintButton />
      </MoneyHeader>
      <PrintFrame isBuilt title={t('journal.title')} filters={[rangeText(range)]} />
      <RangeRow range={range} setRange={setRange} />
      <ReadAsOf at={read?.asOf} />
      {data && data.length === 0 && <Note>{t('nothing')}</Note>}
      <Panels>
        {[...days].map(([key, rows]) => (
          <Fragment key={key}>{rows[0] && <Day rows={rows} title={titleOf(rows[0])} />}</Fragment>
        ))}
      </Panels>
      {!data &&
        (error ? (
          <LoadFailed error={error} failed={t('failed')} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton columns={3} />
        ))}
      {editsCodes && (
        <Suspense fallback={null}>
          <CodesDialog
            onClose={() => {
              setEditsCodes(false);
              void refetch();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
