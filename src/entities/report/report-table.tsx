import { useTranslation } from 'react-i18next';
import { percentOf } from '#contract/reports/percent.ts';
import type { FigureKey } from '#contract/reports/report-words.ts';
import type { ReportTable as Table } from '#contract/reports/reports.ts';
import { InputBox } from '#src/components/kit/field.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { BarCell } from './bar-cell.tsx';
import { useBeforeMove } from './before-move.ts';
import { CardTable } from './card-table.tsx';
import { Meaning } from './meaning.tsx';
import type { ReportAddress } from './report-address.ts';
import { signed } from './signed-change.tsx';
import { showReportSum, useReportText } from './report-text.ts';
import page from './report-page.module.css';
import styles from './report.module.css';

/** What a line was, and how it changed, in words. */
type Compared = { before: string; change: string };
type Line = {
  name: string;
  detail: string;
  key: string | undefined;
  values: readonly number[];
  before: number | undefined;
  compared: Compared | undefined;
};
type ReportTableProps = { table: Table; then: Table | undefined; address: ReportAddress };

const at = ({ columns }: Table, key: string) => columns.findIndex((column) => column.key === key);

/** The share of a line in percent; null of a table without one, and of few. */
function shareOf(table: Table, values: readonly number[] | undefined): number | null {
  if (!table.share || !values) return null;
  const [part, whole] = table.share;
  return percentOf(values[at(table, part)] ?? 0, values[at(table, whole)] ?? 0);
}

/** A table with a share compares the share, as its figure does; every other its first column. */
function useCompared(table: Table) {
  const { t } = useTranslation('reports');
  return (now: readonly number[], then: readonly number[] | undefined): Compared => {
    if (table.share) {
      const [share, before] = [shareOf(table, now), shareOf(table, then)];
      const points = (count: number) => t('compare.points', { count });
      const change =
        share === null || before === null
          ? ''
          : signed(Math.round((share - before) * 10) / 10, points);
      return { before: before === null ? '' : `${before} %`, change };
    }
    const show = (value: number) => showReportSum(value, table.columns[0]?.kind);
    const before = then?.[0] ?? 0;
    return { before: show(before), change: signed((now[0] ?? 0) - before, show) };
  };
}

function Share({ table, values }: { table: Table; values: readonly number[] }) {
  const { t } = useTranslation('reports');
  if (!table.share) return null;
  const share = shareOf(table, values);
  return (
    <td data-end data-label={t('share')}>
      {share !== null && <bdi dir="ltr">{`${share} %`}</bdi>}
    </td>
  );
}

/** From this column on a narrow screen leaves columns out, so that no table goes sideways. */
const FIRST_SPARE = 3;

/** The columns by which the bars of a table are drawn. */
function barsOf(table: Table, lines: readonly Line[]) {
  const main = Math.max(0, table.share ? at(table, table.share[0]) : 0);
  const whole = table.share ? at(table, table.share[1]) : -1;
  const longest = Math.max(
    0,
    ...lines.flatMap(({ values, before }) => [values[main] ?? 0, before ?? 0]),
  );
  return {
    main,
    whole,
    fullOf: ({ values }: Line) => (whole >= 0 ? (values[whole] ?? 0) : longest),
    /** The earlier values are those of the first column. */
    isMarked: main === 0,
  };
}
type Bars = ReturnType<typeof barsOf>;

type SumsProps = { table: Table; line: Line; bars: Bars | undefined; address: ReportAddress };

/** Every sum is a button that opens its rows; a sum of zero opens nothing. */
function Sums({ table, line, bars, address }: SumsProps) {
  const { t } = useTranslation('reports');
  const { before, compared } = line;
  return (
    <>
      {table.columns.map(({ key, kind }, column) => {
        const sum = line.values[column] ?? 0;
        const shown = showReportSum(sum, kind);
        const label = t(`value.${key}` as 'value.students');
        const content =
          sum === 0 ? (
            <bdi dir="ltr" data-zero>
              {shown}
            </bdi>
          ) : (
            <button
              type="button"
              className={styles.sum}
              aria-label={t('showRows', {
                sum: shown,
                of: [line.name, line.detail, label].filter(Boolean).join(', '),
              })}
              onClick={() => address.setOpen({ figure: table.figure, value: key, key: line.key })}
            >
              <bdi dir="ltr">{shown}</bdi>
            </button>
          );
        const isMain = bars?.main === column;
        return (
          <td
            key={key}
            data-end
            data-label={label}
            data-main={isMain || undefined}
            data-spare={(!isMain && column >= FIRST_SPARE) || undefined}
          >
            {isMain ? (
              <BarCell
                value={sum}
                full={bars.fullOf(line)}
                mark={bars.isMarked ? before : undefined}
              >
                {content}
              </BarCell>
            ) : (
              content
            )}
          </td>
        );
      })}
      <Share table={table} values={line.values} />
      {compared && (
        <>
          <td data-end data-label={t('compare.column')}>
            <bdi dir="ltr">{compared.before}</bdi>
          </td>
          <td data-end data-label={t('compare.change')}>
            <bdi dir="ltr">{compared.change}</bdi>
          </td>
        </>
      )}
    </>
  );
}

/** What the mark across the bars and their end stand for. */
function BarKey({ table, bars, compare }: { table: Table; bars: Bars; compare: string }) {
  const { t } = useTranslation('reports');
  const whole = table.columns[bars.whole];
  const parts = [
    ...(bars.isMarked && compare !== 'none'
      ? [t('bar.mark', { period: t(`compare.${compare}` as 'compare.previous').toLowerCase() })]
      : []),
    ...(whole
      ? [t('bar.track', { of: t(`value.${whole.key}` as 'value.students').toLowerCase() })]
      : []),
  ];
  if (parts.length === 0) return null;
  return (
    <p className={page.key} data-screen>
      {bars.isMarked && compare !== 'none' && <u aria-hidden />}
      {parts.join(', ')}
    </p>
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

/** One figure by groups, with bars in its main column, its explanation and the total. */
export function ReportTable({ table, then: earlier, address }: ReportTableProps) {
  const { t } = useTranslation('reports');
  const { groupName } = useReportText();
  const beforeMove = useBeforeMove();
  const unknown = beforeMove(table.beforeMove);
  // A time that the old book knows has no earlier values to compare with.
  const then = earlier?.beforeMove ? undefined : earlier;
  const { figure, by, columns, share } = table;
  const before = new Map(then?.rows.map(({ key, values }) => [key, values]));
  const compared = useCompared(table);
  const lines: Line[] = table.rows.map((row) => ({
    name: groupName(by, row),
    detail: row.detail,
    key: row.key,
    values: row.values,
    before: then && (before.get(row.key)?.[0] ?? 0),
    compared: then && compared(row.values, before.get(row.key)),
  }));
  const total: Line = {
    name: t('total'),
    detail: '',
    key: undefined,
    values: table.total,
    before: then?.total[0],
    compared: then && compared(table.total, then.total),
  };
  const title = t(`title.${figure}`);
  const bars = lines.length > 1 ? barsOf(table, lines) : undefined;
  const head = [
    t(`by.${by}`),
    ...columns.map(({ key }) => t(`value.${key}` as 'value.students')),
    ...(share ? [t('share')] : []),
    ...(then ? [t('compare.column'), t('compare.change')] : []),
  ];
  const row = (line: Line) => (
    <tr key={line.key ?? 'total'}>
      <th scope="row">
        {line.name}
        {line.detail !== '' && <small>{line.detail}</small>}
      </th>
      <Sums table={table} line={line} bars={bars} address={address} />
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
      {unknown !== undefined && <PanelText isMuted>{unknown}</PanelText>}
      {table.beforeMove?.isWhole ? null : lines.length === 0 ? (
        <PanelText isMuted>{t('nothing')}</PanelText>
      ) : (
        <>
          <CardTable
            label={title}
            head={head}
            isMain={(column) => column === (bars?.main ?? -1) + 1}
            isSpare={(column) =>
              column > FIRST_SPARE && column <= columns.length && column !== (bars?.main ?? -1) + 1
            }
          >
            <tbody>{lines.map(row)}</tbody>
            <tfoot>{row(total)}</tfoot>
          </CardTable>
          {earlier?.beforeMove && <PanelText isMuted>{t('beforeMove.compared')}</PanelText>}
          {bars && <BarKey table={table} bars={bars} compare={then ? address.compare : 'none'} />}
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
