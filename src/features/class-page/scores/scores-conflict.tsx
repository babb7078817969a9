import type { ScoreSheet } from '#contract/classes/assessments.ts';
import { DOT } from '#contract/words/dot.ts';
import { ConflictDialog } from '#src/components/edit/conflict-dialog.tsx';
import { cellKey, savedScores, showScore } from './score-cells.ts';
import type { EditSheet } from '#src/components/edit/use-sheet.ts';
import { currentName } from '#src/lib/text/person-name.ts';

type Props = {
  base: ScoreSheet;
  cells: Readonly<Record<string, string>>;
  conflict: NonNullable<EditSheet<string, ScoreSheet>['conflict']>;
};

/** Two people wrote the same cells: both values of each; this person chooses. */
export function ScoresConflict({ base, cells, conflict }: Props) {
  const { theirs, keep, resolve } = conflict;
  const values = (sheet: ScoreSheet) => {
    const saved = savedScores(sheet);
    return Object.fromEntries(
      Object.keys(cells).map((key) => [
        key,
        showScore(saved.get(key) ?? { score: null, mark: null }),
      ]),
    );
  };
  const labels = theirs.students.flatMap((student) =>
    theirs.assessments.map(
      ({ _id, name }) =>
        [cellKey(student.enrolmentId, _id), `${currentName(student)}${DOT}${name}`] as const,
    ),
  );
  const descriptions = new Map(
    labels.filter(([key]) => key in cells).map(([key, label]) => [key, { label, show: String }]),
  );
  return (
    <ConflictDialog
      base={values(base)}
      mine={{ ...cells }}
      theirs={values(theirs)}
      descriptions={descriptions}
      onKeep={keep}
      onResolve={(chosen) => resolve(chosen as Record<string, string>)}
    />
  );
}
