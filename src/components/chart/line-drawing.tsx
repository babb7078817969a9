import { CartesianGrid, Line, LineChart as Chart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatDate } from '#src/lib/format.ts';
import type { LineChartProps } from './line-chart.tsx';

const tick = { fill: 'var(--fg-subtle)', fontSize: 'var(--text-2xs)' };
const dayOf = (at: number) => formatDate(new Date(at).toISOString());

/** The drawing of a line chart; moments stand as far apart as they were. */
export function LineDrawing({ points, show }: LineChartProps) {
  const data = points.map(({ at, value }) => ({ at: Date.parse(at), value }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <Chart data={data} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--border-muted)" />
        <XAxis
          dataKey="at"
          type="number"
          scale="time"
          domain={['dataMin', 'dataMax']}
          tickFormatter={dayOf}
          tick={tick}
          tickLine={false}
          stroke="var(--border)"
          minTickGap={48}
        />
        <YAxis domain={['auto', 'auto']} tickFormatter={show} tick={tick} tickLine={false} axisLine={false} width="auto" />
        <Tooltip
          labelFormatter={(at) => dayOf(Number(at))}
          formatter={(value) => [show(Number(value))]}
          contentStyle={{ background: 'var(--bg-panel)', border: '1px solid var(--border)', color: 'var(--fg)' }}
        />
        <Line
          type="stepAfter"
          dataKey="value"
          stroke="var(--chart-bar)"
          strokeWidth={2}
          dot={{ r: 2, fill: 'var(--chart-bar)' }}
          isAnimationActive={false}
        />
      </Chart>
    </ResponsiveContainer>
  );
}
