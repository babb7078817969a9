import { useTranslation } from 'react-i18next';
import type { ScoreSheet } from '#contract/classes/assessments.ts';
import { DOT } from '#contract/words/dot.ts';
import { SaveBar } from '#src/components/edit/save-bar.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { SheetButtons } from '#src/features/class-page/sheet-buttons.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { problemIn } from './score-cells.ts';
import type { useResultSheet, useScoreSheet } from './use-scores.ts';

type ScoresBarProps = {
  saved: ScoreSheet;
  sheet: ReturnType<typeof useScoreSheet>;
  results: ReturnType<typeof useResultSheet>;
  mayWrite: boolean;
  canUndo: boolean;
  onUndo: () => void;
  /** Goes to the first score that is invalid. */
  onShowBad: () => void;
};

/** The number of typed scores that are invalid. */
function useBadScores(
  { assessments }: ScoreSheet,
  cells: Readonly<Record<string, string>>,
): number {
  const language = useLanguage();
  const byId = new Map(assessments.map((one) => [one._id, one]));
  return Object.entries(cells).filter(([key, text]) => {
    const assessment = byId.get(key.split(':')[1] ?? '');
    return assessment !== undefined && problemIn(text, assessment, language) !== undefined;
  }).length;
}

/** One bar for both sheets of the page: Save sends each sheet that has changes. */
export function ScoresBar({
  saved,
  sheet,
  results,
  mayWrite,
  canUndo,
  onUndo,
  onShowBad,
}: ScoresBarProps) {
  const { t } = useTranslation('class-page');
  const { t: common } = useTranslation();
  const bad = useBadScores(saved, sheet.edits.cells);
  const typed = [
    sheet.isTyped && t('scores.typed', { n: formatNumber(Object.keys(sheet.edits.cells).length) }),
    results.isTyped &&
      t('results.typed', { n: formatNumber(Object.keys(results.edits.cells).length) }),
  ].filter((words) => words !== false);
  const save = async () => {
    if (sheet.isTyped) await sheet.save();
    if (results.isTyped) await results.save();
  };
  const kept = [sheet, results].filter(({ isTyped }) => isTyped).map(({ draft }) => draft.isKept);
  return (
    <SaveBar
      failure={sheet.failure ?? results.failure}
      problem={bad > 0 ? t('scores.bad', { n: formatNumber(bad) }) : undefined}
      isDirty={typed.length > 0}
      isKept={kept.includes(undefined) ? undefined : !kept.includes(false)}
      summary={typed.join(DOT)}
    >
      {bad > 0 && <Button onClick={onShowBad}>{t('scores.showBad')}</Button>}
      <SheetButtons
        isTyped={typed.length > 0}
        canUndo={canUndo}
        onUndo={onUndo}
        onDiscard={() => {
          if (sheet.isTyped) sheet.discard();
          if (results.isTyped) results.discard();
        }}
        save={
          typed.length === 2
            ? common('action.save')
            : t(results.isTyped ? 'results.save' : 'scores.save')
        }
        canSave={mayWrite && bad === 0 && typed.length > 0 && !sheet.isSaving && !results.isSaving}
        onSave={() => void save()}
      />
    </SaveBar>
  );
}
