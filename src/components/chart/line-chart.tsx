import { Skeleton } from '@chakra-ui/react/skeleton';
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense } from 'react';

/** One value at one moment (ISO 8601). */
export type ChartPoint = { at: string; value: number };

export type LineChartProps = {
  /** What the line shows, in words. */
  label: string;
  /** Oldest first. */
  points: readonly ChartPoint[];
  /** How a value reads. */
  show: (value: number) => string;
};

// The drawing library weighs more than the page around it; its place is kept while it comes.
const Drawing = lazy(() => import('./line-drawing.tsx').then(({ LineDrawing }) => ({ default: LineDrawing })));

/** A small line over time. The figures themselves belong in a table beside it. */
export function LineChart(props: LineChartProps) {
  return (
    <chakra.figure role="img" aria-label={props.label} height="200px" color="fg.subtle" fontSize="2xs">
      <Suspense fallback={<Skeleton height="full" />}>
        <Drawing {...props} />
      </Suspense>
    </chakra.figure>
  );
}
