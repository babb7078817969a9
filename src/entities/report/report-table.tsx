import { useTranslation } from 'react-i18next';
import { percentOf, type FigureKey } from '#contract/reports/report-words.ts';
import type { ReportTable as Table } from '#contract/reports/reports.ts';
import { InputBox } from '#src/components/kit/field.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { CardTable } from './card-table.tsx';
import { Meaning } from './meaning.tsx';
import type { ReportAddress } from './report-address.ts';
import { showReportSum, useReportText } from './report-text.ts';
import styles from './report.module.css';
import { ReportChart } from './report-chart.tsx';

type Line = {
  name: string;
  detail: string;
  key: string | undefined;
  values: readonly number[];
  before: number | undefined;
};
type TableProps = { table: Table; then: Table | undefined; address: ReportAddress };

const at = ({ columns }: Table, key: string) => columns.findIndex((column) => column.key === key);

function Share({ table, values }: { table: Table; values: readonly number[] }) {
  const { t } = useTranslation('reports');
  if (!table.share) return null;
  const [part, whole] = table.share;
  const share = percentOf(values[at(table, part)] ?? 0, values[at(table, whole)] ?? 0);
  return (
    <td data-end data-label={t('share')}>
      {share !== null && <bdi dir="ltr">{`${share} %`}</bdi>}
    </td>
  );
}

/** Every sum is a button that opens its rows; a sum of zero opens nothing. */
function Sums({ table, line, address }: { table: Table; line: Line; address: ReportAddress }) {
  const { t } = useTranslation('reports');
  return (
    <>
      {table.columns.map(({ key, kind }, column) => {
        const sum = line.values[column] ?? 0;
        const shown = showReportSum(sum, kind);
        const label = t(`value.${key}` as 'value.students');
        return (
          <td key={key} data-end data-label={label}>
            {sum === 0 ? (
              <bdi dir="ltr">{shown}</bdi>
            ) : (
              <button
                type="button"
                className={styles.sum}
                aria-label={t('showRows', { sum: shown, of: `${line.name}, ${label}` })}
                onClick={() => address.setOpen({ figure: table.figure, value: key, key: line.key })}
              >
                <bdi dir="ltr">{shown}</bdi>
              </button>
            )}
          </td>
        );
      })}
      <Share table={table} values={line.values} />
      {line.before !== undefined && (
        <td data-end data-label={t('compare.column')}>
          <bdi dir="ltr">{showReportSum(line.before, table.columns[0]?.kind)}</bdi>
        </td>
      )}
    </>
  );
}

function GroupingChoice({
  figure,
  table,
  address,
}: {
  figure: FigureKey;
  table: Table;
  address: ReportAddress;
}) {
  const { t } = useTranslation('reports');
  if (table.groupings.length < 2) return null;
  return (
    <span className={styles.beside}>
      <InputBox>
        <select
          aria-label={t('groupedBy', { of: t(`title.${figure}`) })}
          value={table.by}
          onChange={({ target }) => address.setBy(figure, target.value as Table['by'])}
        >
          {table.groupings.map((by) => (
            <option key={by} value={by}>
              {t('otherGrouping', { by: t(`by.${by}`).toLowerCase() })}
            </option>
          ))}
        </select>
      </InputBox>
    </span>
  );
}

/** One figure by groups, with its chart, its explanation and the total. */
export function ReportTable({ table, then, address }: TableProps) {
  const { t } = useTranslation('reports');
  const { groupName } = useReportText();
  const { figure, by, columns, share } = table;
  const before = new Map(then?.rows.map(({ key, values }) => [key, values[0] ?? 0]));
  const lines: Line[] = table.rows.map((row) => ({
    name: groupName(by, row),
    detail: row.detail,
    key: row.key,
    values: row.values,
    before: then && (before.get(row.key) ?? 0),
  }));
  const total: Line = {
    name: t('total'),
    detail: '',
    key: undefined,
    values: table.total,
    before: then?.total[0],
  };
  const title = t(`title.${figure}`);
  const head = [
    t(`by.${by}`),
    ...columns.map(({ key }) => t(`value.${key}` as 'value.students')),
    ...(share ? [t('share')] : []),
    ...(then ? [t('compare.column')] : []),
  ];
  const row = (line: Line) => (
    <tr key={line.key ?? 'total'}>
      <th scope="row">
        {line.name}
        {line.detail !== '' && <small>{line.detail}</small>}
      </th>
      <Sums table={table} line={line} address={address} />
    </tr>
  );
  return (
    <Panel
      anchor={figure}
      title={title}
      tools={
        <>
          <GroupingChoice figure={figure} table={table} address={address} />
          <Meaning of={title} text={t(`meaning.${figure}` as 'meaning.active')} />
        </>
      }
    >
      {lines.length === 0 ? (
        <PanelText isMuted>{t('nothing')}</PanelText>
      ) : (
        <>
          <ReportChart table={table} label={title} />
          <CardTable label={title} head={head}>
            <tbody>{lines.map(row)}</tbody>
            <tfoot>{row(total)}</tfoot>
          </CardTable>
          {table.groups > lines.length && (
            <PanelText isMuted>
              {t('more', { shown: formatNumber(lines.length), all: formatNumber(table.groups) })}
            </PanelText>
          )}
        </>
      )}
    </Panel>
  );
}
