import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportKind } from '#contract/imports/imports.ts';
import { isMoveBusy } from '#contract/imports/moving-in.ts';
import { Button } from '#src/components/kit/button.tsx';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import styles from './import.module.css';
import { MoveButtons, MoveCounts } from './move-acts.tsx';
import { useMove, useMoveActs } from './move-queries.ts';
import { SheetLinks } from './sheet-links.tsx';
import { SheetPanel } from './sheet-panel.tsx';

type ReviewProps = {
  kind: ImportKind;
  moveId: string;
  onStep: (step: 'check' | 'run') => void;
  onBack: () => void;
  onClose: () => void;
};

/** The rows of a file by their state, the cells that need a person, the run, and the way back. */
export function ListReviewStep({ kind, moveId, onStep, onBack, onClose }: ReviewProps) {
  const { t } = useTranslation(['moving-in', 'tables', 'common']);
  const client = useQueryClient();
  const acts = useMoveActs();
  const { data: move, error, refetch } = useMove(moveId, kind);
  const state = move?.state;
  useEffect(() => {
    if (state === undefined || state === 'checking') return;
    onStep(state === 'read' ? 'check' : 'run');
    if (isMoveBusy(state)) return;
    for (const name of [kind, 'parents']) void client.invalidateQueries({ queryKey: [name] });
  }, [state, kind, client, onStep]);
  return (
    <>
      <div className={styles.body}>
        {!move && error && (
          <LoadFailed failed={t('failed')} error={error} onRetry={() => void refetch()} />
        )}
        {!move && !error && <PanelSkeleton />}
        {move && (
          <Stack>
            <h3>{move.fileName === '' ? t('noName') : move.fileName}</h3>
            <MoveCounts counts={move.counts} isShort />
            <MoveButtons move={move} acts={acts} />
            {move.sheets.length > 1 && <SheetLinks move={move} />}
            {move.sheets.map((sheet) => (
              <SheetPanel key={sheet._id} move={move} sheet={sheet} acts={acts} />
            ))}
          </Stack>
        )}
      </div>
      <footer className={styles.footer}>
        <Button onClick={onBack}>{t('tables:import.choose.other')}</Button>
        <Button onClick={onClose}>{t('common:action.close')}</Button>
      </footer>
    </>
  );
}
