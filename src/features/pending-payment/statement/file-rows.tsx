import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BYTE_ORDER_MARK, csvLine } from '#contract/words/csv.ts';
import type { StatementLine, StatementView } from '#contract/money/statements.ts';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { saveFile } from '#src/lib/browser/save-file.ts';
import { formatDate, formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useLeftOut } from './statement-queries.ts';
import styles from './statement.module.css';

const kinds = ['in', 'notIncoming', 'unread'] as const;
type Kind = (typeof kinds)[number];
type Table = { heads: string[]; lines: string[][] };

function useTables(view: StatementView, open: Kind | undefined) {
  const { t } = useTranslation('pending-payment');
  const { loaded, currency } = view;
  const left = useLeftOut(loaded?.statementId ?? '', open !== undefined && loaded !== null);
  const cut = new Set(left.data?.cutReferences.map(({ row }) => row));
  const rowHead = t('statement.rowHead');
  const inTable = (lines: readonly StatementLine[]): Table => ({
    heads: [
      rowHead,
      t('statement.column.day'),
      t('statement.column.reference'),
      t('statement.column.description'),
      currency,
    ],
    lines: lines
      .filter(({ inFile }) => inFile)
      .toSorted((a, b) => a.row - b.row)
      .map(({ row, day, time, reference, description, amount }) => [
        String(row),
        `${formatDate(day)} ${time}`.trim(),
        cut.has(row) && reference === '' ? t('statement.cutReference') : reference,
        description,
        showMoney(amount, currency),
      ]),
  });
  const leftTable = (kind: Exclude<Kind, 'in'>): Table => ({
    heads: [rowHead, t('statement.why'), ...(left.data?.headings ?? [])],
    lines: (left.data?.[kind] ?? []).map(({ row, cells, reason }) => [
      String(row),
      t(`statement.reason.${reason}`),
      ...cells,
    ]),
  });
  return {
    left,
    tableOf: (kind: Kind) => (kind === 'in' ? inTable(view.lines) : leftTable(kind)),
  };
}

/** The rows of the loaded file in three counts; each opens its rows with their reasons. */
export function FileRows({ view }: { view: StatementView }) {
  const { t } = useTranslation('pending-payment');
  const [open, setOpen] = useState<Kind>();
  const { left, tableOf } = useTables(view, open);
  const { loaded } = view;
  if (!loaded) return null;
  const table = open && tableOf(open);
  const download = (kind: Kind) => {
    const { heads, lines } = tableOf(kind);
    const text = BYTE_ORDER_MARK + [heads, ...lines].map(csvLine).join('');
    saveFile(
      new Blob([text], { type: 'text/csv' }),
      `${loaded.fileName.replace(/\.\w+$/, '')}-${kind}.csv`,
    );
  };
  return (
    <section aria-label={t('statement.fileRows')}>
      <Stack gap={3}>
        <Row>
          {kinds.map((kind) => (
            <Button
              key={kind}
              aria-expanded={open === kind}
              tone={kind === 'unread' && loaded.counts.unread > 0 ? 'danger' : undefined}
              onClick={() => setOpen(open === kind ? undefined : kind)}
            >
              {t(`statement.count.${kind}`)} <b>{formatNumber(loaded.counts[kind])}</b>
            </Button>
          ))}
        </Row>
        {open && left.error && (
          <LoadFailed
            error={left.error}
            failed={t('statement.failed')}
            onRetry={() => void left.refetch()}
          />
        )}
        {open && table && (left.data || open === 'in') && (
          <>
            <div className={styles.box}>
              <SmallTable label={t(`statement.count.${open}`)} isScrolling>
                <thead>
                  <tr>
                    {table.heads.map((head, at) => (
                      <th key={at} scope="col">
                        {head}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {table.lines.map((cells, line) => (
                    <tr key={line}>
                      {cells.map((cell, at) => (
                        <td key={at}>{cell}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </SmallTable>
              {table.lines.length === 0 && <p>{t('statement.noRows')}</p>}
            </div>
            {table.lines.length > 0 && (
              <Button icon={Download} onClick={() => download(open)}>
                {t('statement.download')}
              </Button>
            )}
          </>
        )}
      </Stack>
    </section>
  );
}
