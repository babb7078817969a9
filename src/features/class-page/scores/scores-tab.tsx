import { ClipboardList, Plus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Assessment, ScoreSheet } from '#contract/classes/assessments.ts';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { useUndo } from '#src/components/edit/use-undo.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { useScores } from '#src/features/class-page/class-queries.ts';
import { isOpen, ScoreGrid, withCells } from './score-grid.tsx';
import { cellKey } from './score-cells.ts';
import { ScoresBar } from './scores-bar.tsx';
import styles from '#src/features/class-page/class-page.module.css';
import { useResultSheet, useScoreSheet } from './use-scores.ts';

const ResultsPanel = lazy(async () => ({
  default: (await import('./results-panel.tsx')).ResultsPanel,
}));
const AssessmentDialog = lazy(async () => ({
  default: (await import('./assessment-dialog.tsx')).AssessmentDialog,
}));
const ScoresConflict = lazy(async () => ({
  default: (await import('./scores-conflict.tsx')).ScoresConflict,
}));

function Offer({ question }: { question: ReturnType<typeof useScoreSheet>['draft']['question'] }) {
  return question ? (
    <question.Panel
      savedAt={question.savedAt}
      isPerhapsSaved={question.isPerhapsSaved}
      onResume={question.resume}
      onDiscard={question.discard}
    />
  ) : null;
}

/** Puts a mark into the focused cell by a tap, for devices with a number keyboard. */
function useMarks(saved: ScoreSheet, sheet: ReturnType<typeof useScoreSheet>) {
  const [active, setActive] = useState({ row: 0, column: 0 });
  const assessment = saved.assessments[active.column];
  const student = saved.students[active.row];
  const put = (text: string) => {
    if (!assessment || !student || !isOpen(assessment)) return;
    const cells = withCells({ base: sheet.row }, sheet.edits.cells, [
      [cellKey(student.enrolmentId, assessment._id), text],
    ]);
    sheet.change({ ...sheet.edits, cells });
  };
  return { active, setActive, put };
}

/**
 * The steps in the scores and those in the results; undo applies to the focused part of the page.
 */
function useSteps(
  sheet: ReturnType<typeof useScoreSheet>,
  results: ReturnType<typeof useResultSheet>,
) {
  const page = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<'scores' | 'results'>('scores');
  const at = (key: string) => page.current?.querySelector<HTMLElement>(`[data-cell="${key}"]`);
  const showScore = (key: string) => at(key)?.focus();
  const nameScore = (key: string) =>
    [at(key)?.ariaLabel, (at(key) as HTMLInputElement | null)?.value || '–'].join(': ');
  const showResult = (key: string) => at(key)?.querySelector('select')?.focus();
  const nameResult = (key: string) => at(key)?.querySelector('th')?.textContent ?? '';
  const ofScores = useUndo({ sheet, nameOf: nameScore, show: showScore });
  const ofResults = useUndo({ sheet: results, nameOf: nameResult, show: showResult });
  const part = (name: 'scores' | 'results', { onKeyDown }: typeof ofScores) => ({
    onKeyDown,
    onFocus: () => setCurrent(name),
  });
  const isResults = (current === 'results' && results.canUndo) || !sheet.canUndo;
  return {
    page,
    showBad: () =>
      page.current?.querySelector<HTMLElement>('[data-cell][aria-invalid="true"]')?.focus(),
    scoresSaid: ofScores.region,
    resultsSaid: ofResults.region,
    scores: part('scores', ofScores),
    results: part('results', ofResults),
    canUndo: sheet.canUndo || results.canUndo,
    undo: isResults ? ofResults.undo : ofScores.undo,
  };
}

function Scores({ saved }: { saved: ScoreSheet }) {
  const { t } = useTranslation('class-page');
  const mayWrite = useCan('assessments:write') && !saved.isClosed;
  const [dialog, setDialog] = useState<{ row: Assessment | undefined }>();
  const sheet = useScoreSheet(saved, mayWrite);
  const results = useResultSheet(saved, mayWrite);
  const { active, setActive, put } = useMarks(saved, sheet);
  const steps = useSteps(sheet, results);
  const { edits } = sheet;
  return (
    <div ref={steps.page} className={styles.sheets}>
      <Offer question={sheet.draft.question} />
      <Offer question={results.draft.question} />
      <div className={styles.tools}>
        <p>{t('scores.hint')}</p>
        {mayWrite && saved.assessments.length > 0 && (
          <>
            <Button onClick={() => put('abs')}>{t('scores.absent')}</Button>
            <Button onClick={() => put('ex')}>{t('scores.exempt')}</Button>
          </>
        )}
        {mayWrite && (
          <Button icon={Plus} onClick={() => setDialog({ row: undefined })}>
            {t('scores.add')}
          </Button>
        )}
      </div>
      {saved.assessments.length === 0 ? (
        <EmptyState icon={ClipboardList} title={t('scores.none')} text={t('scores.noneHint')} />
      ) : (
        <>
          <div {...steps.scores}>
            <ScoreGrid
              sheet={saved}
              base={sheet.row}
              cells={edits.cells}
              mayWrite={mayWrite}
              active={active}
              onActive={setActive}
              onCells={(cells, step) => sheet.change({ ...edits, cells }, step)}
              onAssessment={(row) => setDialog({ row })}
            />
          </div>
          <Suspense>
            <div {...steps.results}>
              <ResultsPanel saved={saved} sheet={results} mayWrite={mayWrite} />
            </div>
          </Suspense>
        </>
      )}
      {steps.scoresSaid}
      {steps.resultsSaid}
      {(sheet.isTyped || results.isTyped || steps.canUndo) && (
        <ScoresBar
          saved={saved}
          sheet={sheet}
          results={results}
          mayWrite={mayWrite}
          canUndo={steps.canUndo}
          onUndo={steps.undo}
          onShowBad={steps.showBad}
        />
      )}
      <Suspense>
        {dialog && (
          <AssessmentDialog
            classId={saved.classId}
            row={dialog.row}
            others={saved.assessments.filter(({ _id }) => _id !== dialog.row?._id)}
            mayWrite={mayWrite}
            onClose={() => setDialog(undefined)}
          />
        )}
        {sheet.conflict && (
          <ScoresConflict base={sheet.row} cells={edits.cells} conflict={sheet.conflict} />
        )}
      </Suspense>
    </div>
  );
}

/** Assessments and scores of a class, with their totals. */
export function ScoresTab({ classId }: { classId: string }) {
  const { t } = useTranslation('class-page');
  const record = useScores(classId);
  if (record.row) return <Scores saved={record.row} />;
  if (record.error)
    return <LoadFailed error={record.error} failed={t('failed.scores')} onRetry={record.refetch} />;
  return <LineSkeleton height="320px" />;
}
