import { Suspense, type ComponentProps, type ReactNode } from 'react';
import type { Draft } from '#src/components/edit/use-draft.ts';
import { ReadOnlyNotice } from './board-frame.tsx';
import { DoneBar } from './panels.tsx';

type PlanHeadProps = {
  draft: Draft;
  mayWrite: boolean;
  /** The live region that tells screen readers what the board did. */
  region: ReactNode;
};

/**
 * The top of every board: the draft of an earlier visit, and the notice for people who may only
 * read.
 */
export function PlanHead({ draft: { question }, mayWrite, region }: PlanHeadProps) {
  return (
    <>
      {question && (
        <question.Panel
          savedAt={question.savedAt}
          isPerhapsSaved={question.isPerhapsSaved}
          onResume={question.resume}
          onDiscard={question.discard}
        />
      )}
      <ReadOnlyNotice mayWrite={mayWrite} />
      {region}
    </>
  );
}

type PlanFootProps = {
  plan: {
    values: { rows: readonly unknown[] };
    done: ComponentProps<typeof DoneBar>['done'] | undefined;
    closeDone: () => void;
  };
  /** The bar of the plan. */
  children: ReactNode;
};

/** The bottom of every board: the bar of the plan, or of the last save if nothing is planned. */
export function PlanFoot({ plan, children }: PlanFootProps) {
  const { done, closeDone, values } = plan;
  return (
    <Suspense>
      {values.rows.length > 0
        ? children
        : done && (
            <DoneBar
              key={JSON.stringify(done.undo)}
              done={done}
              onClose={closeDone}
              onUndone={closeDone}
            />
          )}
    </Suspense>
  );
}
