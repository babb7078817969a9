import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContinuingUndo } from '#contract/classes/continuing.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { Row } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { showToast } from '#src/lib/toast.ts';
import type { useContinuing } from './use-continuing.ts';

/** So many students whose places stay are named. */
const MOST_NAMED = 10;

type UndoProps = {
  continuing: ReturnType<typeof useContinuing>;
  hasPlaces: boolean;
  disabled: boolean;
};

/** Takes back all holds that nobody has answered or paid for, in one act; the rest is named. */
export function UndoHolds({ continuing, hasPlaces, disabled }: UndoProps) {
  const { t } = useTranslation(['terms', 'common']);
  const { ask, dialog } = useConfirm();
  const [undone, setUndone] = useState<ContinuingUndo>();
  const undo = async () => {
    const plan = await continuing.lookBack().catch((error: unknown) => {
      showToast('error', readFailureText(error));
      return undefined;
    });
    if (!plan) return;
    const isSure =
      plan.places > 0 &&
      (await ask({
        title: t('continue.undoTitle', { count: plan.places }),
        text: t('continue.undoKeeps', { count: plan.keptCount }),
        confirm: t('continue.undo'),
        cancel: t('common:action.cancel'),
      }));
    if (isSure) setUndone(await continuing.undo());
    else if (plan.places === 0) setUndone(plan);
  };
  return (
    <>
      {hasPlaces && (
        <Row>
          <Button disabled={disabled} onClick={() => void undo()}>
            {t('continue.undoButton')}
          </Button>
        </Row>
      )}
      {undone && (
        <Note role="status" title={t('continue.undone', { count: undone.places })}>
          {undone.keptCount > 0 && (
            <>
              <p>{t('continue.undoKeeps', { count: undone.keptCount })}</p>
              <ul>
                {undone.kept.slice(0, MOST_NAMED).map((student) => (
                  <li key={student.studentCode}>
                    {[
                      student.studentCode,
                      `${student.firstName} ${student.lastName}`.trim(),
                      t(`continue.stays.${student.why}`),
                    ].join(DOT)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Note>
      )}
      {dialog}
    </>
  );
}
