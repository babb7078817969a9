import { Suspense, type ComponentProps, type ReactNode } from 'react';
import { ReadOnlyNotice } from './board-frame.tsx';
import { DonePanel } from './panels.tsx';
import { PlanGuard } from './plan-guard.tsx';

type PlanHeadProps = {
  plan: ComponentProps<typeof PlanGuard>['plan'] & { done: ComponentProps<typeof DonePanel>['done'] | undefined; closeDone: () => void };
  mayWrite: boolean;
  /** Where the board says what it did, for those who cannot see it. */
  region: ReactNode;
  /** What is planned, and the questions about it. */
  children: ReactNode;
};

/** What stands over every board: its draft, who may only look, what was saved last and what is planned. */
export function PlanHead({ plan, mayWrite, region, children }: PlanHeadProps) {
  return (
    <>
      <PlanGuard plan={plan} />
      <ReadOnlyNotice mayWrite={mayWrite} />
      {region}
      <Suspense>
        {plan.done && <DonePanel key={JSON.stringify(plan.done.undo)} done={plan.done} onClose={plan.closeDone} onUndone={plan.closeDone} />}
        {children}
      </Suspense>
    </>
  );
}
