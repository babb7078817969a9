import { CHART_HEIGHT, ChartFrame, EDGE } from './chart-frame.tsx';
import { scale, ticks } from './chart-scale.ts';

/** One bar; `isNow` is the period that is not over yet. */
export type ChartBar = { name: string; value: number; isNow?: boolean };

type BarChartProps = {
  /** What the bars show, in words. */
  label: string;
  bars: readonly ChartBar[];
  /** How a value reads. */
  show: (value: number) => string;
};

const WIDEST_BAR = 64;
const BAR_SHARE = 0.6;

/** Sums side by side, from nothing up, each with its value on top. The figures themselves belong in a table beside it. */
export function BarChart({ label, bars, show }: BarChartProps) {
  const values = bars.map(({ value }) => value);
  const marks = ticks(Math.min(0, ...values), Math.max(0, ...values));
  const yOf = scale(marks[0] ?? 0, marks.at(-1) ?? 0, CHART_HEIGHT - EDGE.bottom, EDGE.top);
  return (
    <ChartFrame label={label} marks={marks} show={show} yOf={yOf}>
      {(width) => {
        const step = (width - EDGE.start) / Math.max(bars.length, 1);
        const thick = Math.min(step * BAR_SHARE, WIDEST_BAR);
        return bars.map(({ name, value, isNow = false }, at) => {
          const middle = EDGE.start + step * (at + 0.5);
          const [top, foot] = [Math.min(yOf(value), yOf(0)), Math.max(yOf(value), yOf(0))];
          return (
            <g key={name}>
              <rect x={middle - thick / 2} y={top} width={thick} height={foot - top} fill={isNow ? 'var(--chart-bar-now)' : 'var(--chart-bar)'} />
              <text x={middle} y={top - 5} textAnchor="middle" fill="var(--fg)" fontWeight="600">
                {show(value)}
              </text>
              <text x={middle} y={CHART_HEIGHT - 6} textAnchor="middle">
                {name}
              </text>
            </g>
          );
        });
      }}
    </ChartFrame>
  );
}
