import { UnsavedGuard } from '#src/components/page/unsaved-guard.tsx';
import type { Draft } from '#src/components/form/use-draft.ts';

type PlanGuardProps = { plan: { draft: Draft; isDirty: () => boolean; clear: () => void } };

/** Asks before a plan that is not saved is left, and offers what an earlier visit has left. */
export function PlanGuard({ plan: { draft, isDirty, clear } }: PlanGuardProps) {
  const { question } = draft;
  return (
    <>
      <UnsavedGuard isDirty={isDirty} isUnsafe={draft.isUnsafe} onLeave={clear} />
      {question && <question.Panel savedAt={question.savedAt} onResume={question.resume} onDiscard={question.discard} />}
    </>
  );
}
