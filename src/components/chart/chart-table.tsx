import styles from './chart.module.css';

type ChartTableProps = {
  /** The title of the chart. */
  label: string;
  /** The headings: the rows, then each value. */
  head: readonly string[];
  rows: readonly { key: string; name: string; values: readonly string[] }[];
};

/** The figures of a chart as a table, for screen readers. */
export function ChartTable({ label, head, rows }: ChartTableProps) {
  return (
    <table className={styles.heard}>
      <caption>{label}</caption>
      <thead>
        <tr>
          {head.map((word) => (
            <th key={word} scope="col">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, values }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {values.map((value, at) => (
              <td key={at} data-end>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
