import { formatDate } from '#src/lib/text/format.ts';
import { CHART_HEIGHT, ChartFrame, EDGE } from './chart-frame.tsx';
import { scale, ticks } from './chart-scale.ts';

/** One value at one moment (ISO 8601). */
export type ChartPoint = { at: string; value: number };
/** A line, with its name at its end. */
export type ChartLine = { name: string; points: readonly ChartPoint[] };

type LineChartProps = {
  /** The title of the chart. */
  label: string;
  /** Oldest point first. */
  lines: readonly ChartLine[];
  /** Formats a value. */
  show: (value: number) => string;
};

/** Lines differ by their dashes as well as their colour. */
const looks = [
  { stroke: 'var(--chart-bar)', strokeDasharray: undefined },
  { stroke: 'var(--marigold-solid)', strokeDasharray: '6 4' },
  { stroke: 'var(--leaf-solid)', strokeDasharray: '2 3' },
  { stroke: 'var(--fg-muted)', strokeDasharray: '10 3 2 3' },
] as const;

const LETTER_PX = 7;
/** Room for the first and the last day side by side. */
const DAYS_PX = 150;
const timeOf = ({ at }: ChartPoint) => Date.parse(at);

/** A value holds until the next one; a slope would show values that nobody measured. */
const stepsOf = (places: readonly (readonly [x: number, y: number])[]) =>
  places.map(([x, y], at) => (at === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('');

/**
 * Values over time, each line with its name and last value at its end. The figures belong in a
 * table beside it.
 */
export function LineChart({ label, lines, show }: LineChartProps) {
  const points = lines.flatMap((line) => line.points);
  const values = points.map(({ value }) => value);
  const times = points.map(timeOf);
  const marks = ticks(Math.min(...values), Math.max(...values));
  const yOf = scale(marks[0] ?? 0, marks.at(-1) ?? 0, CHART_HEIGHT - EDGE.bottom, EDGE.top);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const ends = lines.map(({ name, points: own }) =>
    `${name} ${show(own.at(-1)?.value ?? 0)}`.trim(),
  );
  const room = Math.max(...ends.map((end) => end.length)) * LETTER_PX + 8;
  return (
    <ChartFrame label={label} marks={marks} show={show} yOf={yOf}>
      {(width) => {
        const xOf = scale(first, last, EDGE.start + 4, width - room);
        return (
          <>
            {lines.map(({ name, points: own }, at) => {
              const look = looks[at % looks.length];
              const places = own.map((point) => [xOf(timeOf(point)), yOf(point.value)] as const);
              const [endX, endY] = places.at(-1) ?? [0, 0];
              return (
                <g key={name}>
                  <path d={stepsOf(places)} fill="none" strokeWidth={2} {...look} />
                  <circle cx={endX} cy={endY} r={3} fill={look?.stroke} />
                  <text
                    x={endX + 8}
                    y={endY}
                    dominantBaseline="middle"
                    fill="var(--fg)"
                    fontWeight="600"
                  >
                    {ends[at]}
                  </text>
                </g>
              );
            })}
            {[first, last].map((time, at) => (
              <text
                key={at}
                x={at === 0 ? xOf(time) : Math.max(xOf(time), EDGE.start + DAYS_PX)}
                y={CHART_HEIGHT - 6}
                textAnchor={at === 0 ? 'start' : 'end'}
              >
                {formatDate(new Date(time).toISOString())}
              </text>
            ))}
          </>
        );
      }}
    </ChartFrame>
  );
}
