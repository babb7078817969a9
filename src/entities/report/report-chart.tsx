import { useTranslation } from 'react-i18next';
import { percentOf } from '#contract/reports/report-words.ts';
import type { ReportTable } from '#contract/reports/reports.ts';
import { BarList } from '#src/components/chart/bar-list.tsx';
import { ColumnChart } from '#src/components/chart/column-chart.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { showReportSum, useReportText } from './report-text.ts';
import styles from './report.module.css';

const MOST_BARS = 8;
const MOST_COLUMNS = 31;
const overTime = new Set(['day', 'week', 'month', 'weekday']);

/**
 * The chart of a table: columns over time, else bars of its first groups. The table has the
 * numbers.
 */
export function ReportChart({ table, label }: { table: ReportTable; label: string }) {
  const { t } = useTranslation('reports');
  const { groupName } = useReportText();
  const { by, rows, columns, share } = table;
  const indexOf = (key: string | undefined) =>
    Math.max(
      0,
      columns.findIndex((column) => column.key === key),
    );
  const [part, whole] = [indexOf(share?.[0]), indexOf(share?.[1])];
  const kind = columns[part]?.kind;
  const head = [t(`by.${by}`), t(`value.${columns[part]?.key ?? ''}` as 'value.students')] as const;
  if (rows.length < 2) return null;
  if (overTime.has(by)) {
    if (rows.length > MOST_COLUMNS) return null;
    return (
      <div className={styles.chart}>
        <ColumnChart
          isTabled
          label={label}
          head={head}
          show={(value) => showReportSum(value, kind)}
          columns={rows.map((row) => ({
            key: row.key,
            name: groupName(by, row),
            value: row.values[part] ?? 0,
          }))}
        />
      </div>
    );
  }
  const bars = rows.slice(0, MOST_BARS).map((row) => {
    const [value, of] = [row.values[part] ?? 0, row.values[whole] ?? 0];
    const percent = percentOf(value, of);
    return {
      key: row.key,
      name: groupName(by, row),
      value,
      ...(share && {
        of,
        detail: `/ ${formatNumber(of)}${percent === null ? '' : ` · ${percent} %`}`,
      }),
    };
  });
  return (
    <div className={styles.chart}>
      <BarList
        isTabled
        label={label}
        head={head}
        rows={bars}
        show={(value) => showReportSum(value, kind)}
      />
    </div>
  );
}
