import { lazy, Suspense } from 'react';
import type { StepsDone } from '#contract/reports/overview.ts';
import { firstSteps } from '#contract/reports/overview-parts.ts';
import { useOverviewPart } from '#src/features/overview/overview-queries.ts';

const FirstSteps = lazy(() =>
  import('./first-steps.tsx').then(
    (panel) => ({ default: panel.FirstSteps }),
    () => ({ default: () => null }),
  ),
);

/** The first steps while one is open; most centres have done them and fetch no panel. */
export function OpenSteps() {
  const { answer } = useOverviewPart<StepsDone>('steps');
  if (!answer || firstSteps.every((step) => answer[step])) return null;
  return (
    <Suspense>
      <FirstSteps />
    </Suspense>
  );
}
