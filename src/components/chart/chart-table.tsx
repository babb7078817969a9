import styles from './chart.module.css';

type ChartTableProps = {
  /** What the chart shows, in words. */
  label: string;
  /** What the rows are, then what each value is. */
  head: readonly string[];
  rows: readonly { key: string; name: string; values: readonly string[] }[];
};

/** What a chart shows, for those who hear it: the same rows as a table. */
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
              <td key={at}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
