import styles from './chart.module.css';

const [WIDTH, HEIGHT] = [40, 18];
/** Room for the dot at the end. */
const EDGE = 2;

/** The course of a figure beside its name, which the words below it say; the dot is now. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const span = highest - lowest || 1;
  const points = values.map((value, at) => ({
    x: EDGE + ((WIDTH - 2 * EDGE) * at) / Math.max(1, values.length - 1),
    y: HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (value - lowest)) / span,
  }));
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  return (
    <svg aria-hidden className={styles.spark} width={WIDTH} height={HEIGHT}>
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      <circle cx={last.x} cy={last.y} r={EDGE} />
    </svg>
  );
}
