import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { CardTable } from './card-table.tsx';
import { Meaning } from './meaning.tsx';
import styles from './report.module.css';

/** `opens`: the functions that show the rows of each sum, in the order of the sums. */
export type ReportSumRow = {
  key: string;
  name: ReactNode;
  detail?: ReactNode;
  sums: readonly (number | string)[];
  opens?: readonly ((() => void) | undefined)[];
};

type SumTableProps = {
  title: string;
  head: readonly string[];
  rows: readonly ReportSumRow[];
  total?: ReportSumRow | undefined;
  empty: string;
  action?: ReactNode;
  note?: ReactNode;
  meaning?: string;
};

type SumProps = { sum: number | string; of: string; onOpen: (() => void) | undefined };

/** A sum, as a button if its rows can be shown. A sum of zero opens nothing. */
export function ReportSum({ sum, of, onOpen }: SumProps) {
  const { t } = useTranslation('report');
  const shown = typeof sum === 'number' ? formatNumber(sum) : sum;
  if (!onOpen || sum === 0) return <bdi dir="ltr">{shown}</bdi>;
  return (
    <button
      type="button"
      className={styles.sum}
      aria-label={t('showRows', { sum: shown, of })}
      onClick={onOpen}
    >
      <bdi dir="ltr">{shown}</bdi>
    </button>
  );
}

function Row({
  row: { name, detail, sums, opens },
  head,
  title,
}: {
  row: ReportSumRow;
  head: readonly string[];
  title: string;
}) {
  return (
    <tr>
      <th scope="row">
        {name}
        {detail !== undefined && detail !== '' && <small>{detail}</small>}
      </th>
      {sums.map((sum, at) => (
        <td key={at} data-end data-label={head[at + 1]}>
          <ReportSum
            sum={sum}
            of={[title, typeof name === 'string' ? name : '', head[at + 1]]
              .filter(Boolean)
              .join(', ')}
            onOpen={opens?.[at]}
          />
        </td>
      ))}
    </tr>
  );
}

/** A table of sums with its total; the rows add up to the total. */
export function SumTable({
  title,
  head,
  rows,
  total,
  empty,
  action,
  note,
  meaning,
}: SumTableProps) {
  return (
    <Panel
      title={title}
      tools={
        <>
          {action}
          {meaning !== undefined && <Meaning of={title} text={meaning} />}
        </>
      }
    >
      {rows.length === 0 ? (
        <PanelText isMuted>{empty}</PanelText>
      ) : (
        <CardTable label={title} head={head}>
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} head={head} title={title} />
            ))}
          </tbody>
          {total && (
            <tfoot>
              <Row row={total} head={head} title={title} />
            </tfoot>
          )}
        </CardTable>
      )}
      {note}
    </Panel>
  );
}
