import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UnplacedStudent } from '#contract/classes/allocation.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { MAX_CHECKED_AT_ONCE, type CheckedRow } from '#contract/classes/enrolling.ts';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { ComesFirst } from '#src/components/page/comes-first.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import type { NamesById } from '#src/features/allocation/board-data.ts';
import styles from '#src/features/allocation/board.module.css';
import { BoardClassCard } from './class-card.tsx';
import { useFindingText } from '#src/entities/class/finding-text.ts';
import { useChecks } from '#src/features/allocation/enrolling.ts';
import rowStyles from '#src/features/allocation/rows.module.css';

/** The objections of a class to the selected students, before they are added. */
function CardMark({ rows }: { rows: readonly CheckedRow[] }) {
  const { t } = useTranslation('allocation');
  const findingText = useFindingText();
  const [first] = rows;
  if (!first) return null;
  const against = rows.filter(({ findings }) => findings.length > 0);
  if (against.length === 0) {
    return (
      <p className={rowStyles.mark} data-weight="ok">
        <CircleCheck aria-hidden size={16} />
        {t('check.ok')}
      </p>
    );
  }
  const isBlocked = against.some(({ findings }) =>
    findings.some(({ weight }) => weight === 'block'),
  );
  const words =
    rows.length === 1
      ? first.findings.map((finding) => findingText(finding)).join('; ')
      : t('check.count', { count: against.length, total: rows.length });
  return (
    <p className={rowStyles.mark} data-weight={isBlocked ? 'block' : 'warn'}>
      <TriangleAlert aria-hidden size={16} />
      {words}
    </p>
  );
}

function OtherBranch() {
  const { t } = useTranslation('allocation');
  return (
    <p className={rowStyles.mark} data-weight="block">
      <TriangleAlert aria-hidden size={16} />
      {t('class.otherBranch')}
    </p>
  );
}

type ClassesSideProps = {
  classes: readonly SchoolClass[];
  names: NamesById;
  asOf: number;
  /** The selected students, or the dragged one. */
  chosen: readonly UnplacedStudent[];
  plannedIn: (classId: string) => number;
  isFixed: boolean;
  /** `byKey`: the button was pressed by a key. */
  onPut: (classId: string, ids: readonly string[], byKey: boolean) => void;
};

/** The classes of a term, each with its objections to the selected students. */
export function ClassesSide({
  classes,
  names,
  asOf,
  chosen,
  plannedIn,
  isFixed,
  onPut,
}: ClassesSideProps) {
  const { t } = useTranslation('allocation');
  const pairs = classes.flatMap(({ _id: classId, branchId }) =>
    chosen
      .filter(({ homeBranchId }) => homeBranchId === branchId)
      .map(({ _id: studentId }) => ({ studentId, classId, as: 'pending' as const })),
  );
  const areOfOther = ({ branchId }: SchoolClass) =>
    chosen.some(({ homeBranchId }) => homeBranchId !== branchId);
  const checks = useChecks(isFixed ? [] : pairs.slice(0, MAX_CHECKED_AT_ONCE), false);
  if (classes.length === 0)
    return (
      <ComesFirst
        text={t('class.noneOpen')}
        to={paths.addClass}
        page="addClass"
        action="classes:write"
      />
    );
  const marksOf = (classId: string) =>
    chosen.length === 0
      ? []
      : (checks.data?.filter(
          (row) => row.classId === classId && chosen.some(({ _id }) => _id === row.studentId),
        ) ?? []);
  return (
    <ul className={styles.cards}>
      {classes.map((one) => (
        <BoardClassCard
          key={one._id}
          one={one}
          names={names}
          asOf={asOf}
          planned={plannedIn(one._id)}
          isFixed={isFixed}
          mark={
            <div id={`mark-${one._id}`} className={rowStyles.marks}>
              {areOfOther(one) ? <OtherBranch /> : <CardMark rows={marksOf(one._id)} />}
            </div>
          }
        >
          <Button
            aria-label={`${t('class.put')}: ${one.classCode}`}
            aria-describedby={`mark-${one._id}`}
            disabled={isFixed || chosen.length === 0 || areOfOther(one)}
            onClick={({ detail }) =>
              onPut(
                one._id,
                chosen.map(({ _id }) => _id),
                detail === 0,
              )
            }
          >
            {t('class.put')}
          </Button>
          <LinkButton
            aria-label={`${t('class.roster')}: ${one.classCode}`}
            to={editPath(paths.editStudentsToClass, one._id)}
          >
            {t('class.roster')}
          </LinkButton>
        </BoardClassCard>
      ))}
    </ul>
  );
}
