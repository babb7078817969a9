import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { ClipboardList, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Assessment, ScoreSheet } from '#contract/assessments.ts';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import { UnsavedGuard } from '#src/components/page/unsaved-guard.tsx';
import { formatNumber } from '#src/lib/format.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { useScores } from './class-queries.ts';
import { isOpen, ScoreGrid, withCells } from './score-grid.tsx';
import { cellKey, problemIn } from './score-cells.ts';
import { SheetBar } from './sheet-bar.tsx';
import styles from './class-page.module.css';
import { useResultSheet, useScoreSheet } from './use-scores.ts';

const ResultsPanel = lazy(async () => ({ default: (await import('./results-panel.tsx')).ResultsPanel }));
const AssessmentDialog = lazy(async () => ({ default: (await import('./assessment-dialog.tsx')).AssessmentDialog }));
const ScoresConflict = lazy(async () => ({ default: (await import('./scores-conflict.tsx')).ScoresConflict }));

const keepDraft = () => undefined;

function Offer({ question }: { question: ReturnType<typeof useScoreSheet>['draft']['question'] }) {
  return question ? <question.Panel savedAt={question.savedAt} onResume={question.resume} onDiscard={question.discard} /> : null;
}

/** Marks the cell that has the focus by a tap, where a keyboard for words is not at hand. */
function useMarks(saved: ScoreSheet, sheet: ReturnType<typeof useScoreSheet>) {
  const [active, setActive] = useState({ row: 0, column: 0 });
  const assessment = saved.assessments[active.column];
  const student = saved.students[active.row];
  const put = (text: string) => {
    if (!assessment || !student || !isOpen(assessment)) return;
    const cells = withCells({ base: sheet.row }, sheet.typed.cells, [[cellKey(student.enrolmentId, assessment._id), text]]);
    sheet.change({ ...sheet.typed, cells });
  };
  return { active, setActive, put };
}

function Scores({ saved }: { saved: ScoreSheet }) {
  const { t } = useTranslation('class-page');
  const language = useLanguage();
  const mayWrite = useCan('assessments:write') && !saved.isClosed;
  const [dialog, setDialog] = useState<{ row: Assessment | undefined }>();
  const sheet = useScoreSheet(saved, mayWrite);
  const results = useResultSheet(saved, mayWrite);
  const { active, setActive, put } = useMarks(saved, sheet);
  const { typed } = sheet;
  const byId = new Map(saved.assessments.map((one) => [one._id, one]));
  const bad = Object.entries(typed.cells).filter(([key, text]) => {
    const assessment = byId.get(key.split(':')[1] ?? '');
    return assessment !== undefined && problemIn(text, assessment, language) !== undefined;
  }).length;
  const count = formatNumber(Object.keys(typed.cells).length);
  return (
    <>
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
          <Button onClick={() => setDialog({ row: undefined })}>
            <Plus aria-hidden />
            {t('scores.add')}
          </Button>
        )}
      </div>
      {saved.assessments.length === 0 ? (
        <PageState icon={ClipboardList} title={t('scores.none')} text={t('scores.noneHint')} />
      ) : (
        <>
          <ScoreGrid
            sheet={saved}
            base={sheet.row}
            cells={typed.cells}
            mayWrite={mayWrite}
            active={active}
            onActive={setActive}
            onCells={(cells) => sheet.change({ ...typed, cells })}
            onAssessment={(row) => setDialog({ row })}
          />
          {sheet.isTyped && <SheetBar sheet={sheet} summary={bad > 0 ? t('scores.bad', { n: formatNumber(bad) }) : t('scores.typed', { n: count })} save={t('scores.save')} canSave={mayWrite && bad === 0} />}
          <Suspense>
            <ResultsPanel saved={saved} sheet={results} mayWrite={mayWrite} />
          </Suspense>
        </>
      )}
      <UnsavedGuard isDirty={() => sheet.isDirty() || results.isDirty()} isUnsafe={() => sheet.draft.isUnsafe() || results.draft.isUnsafe()} onLeave={keepDraft} />
      <Suspense>
        {dialog && <AssessmentDialog classId={saved.classId} row={dialog.row} others={saved.assessments.filter(({ _id }) => _id !== dialog.row?._id)} mayWrite={mayWrite} onClose={() => setDialog(undefined)} />}
        {sheet.conflict && <ScoresConflict base={sheet.row} cells={typed.cells} conflict={sheet.conflict} />}
      </Suspense>
    </>
  );
}

/** Assessments and scores of a class, and what they come to. */
export function ScoresTab({ classId }: { classId: string }) {
  const record = useScores(classId);
  if (record.row) return <Scores saved={record.row} />;
  if (record.error) return <LoadFailed error={record.error} failed="scoresFetch" onRetry={record.refetch} />;
  return <Skeleton height="320px" />;
}
