import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { endingChanges, type EnrolmentChange } from '#contract/classes/enrolling.ts';
import type { EnrolmentRow, EnrolmentStatus } from '#contract/classes/enrolments.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import styles from '#src/features/allocation/board.module.css';
import rowStyles from '#src/features/allocation/rows.module.css';
import { currentName } from '#src/lib/text/person-name.ts';
import { studentRecordPath } from '#src/entities/enrolment/place.ts';

/** The possible actions for each status on a roster. */
const steps: Partial<Record<EnrolmentStatus, readonly EnrolmentChange[]>> = {
  active: ['suspend', 'withdraw'],
  suspended: ['resume', 'withdraw'],
  pending: ['activate', 'renewHold', 'cancel'],
  expired: ['renewHold'],
  waitlisted: ['offer', 'activate', 'cancel'],
};

type RosterRowProps = {
  row: EnrolmentRow;
  isFixed: boolean;
  onAsk: (change: EnrolmentChange) => void;
};

/** One student of a class: the status, and the actions that change it. */
export function RosterRow({ row, isFixed, onAsk }: RosterRowProps) {
  const { t } = useTranslation('allocation');
  const mayEnd = useCan('enrolments:leave');
  const mayActivate = useCan('enrolments:activate-unpaid');
  const { status, holdUntil, waitPosition } = row;
  const name = currentName(row);
  const state = {
    pending:
      holdUntil === null ? undefined : t('roster.holdUntil', { time: formatDateTime(holdUntil) }),
    expired: t('roster.expired'),
    active: row.isFree ? t('roster.free') : undefined,
    suspended: t('roster.suspended'),
    waitlisted: waitPosition === null ? undefined : t('done.place', { place: waitPosition }),
  }[status as string];
  const possible =
    steps[status]?.filter((change) =>
      change === 'activate' ? mayActivate : mayEnd || !endingChanges.includes(change),
    ) ?? [];
  return (
    <li className={rowStyles.row}>
      <span className={rowStyles.who}>
        <Link to={studentRecordPath(row.studentId)}>
          <WholeWords text={name} />
        </Link>
        <small>{[row.studentCode, row.nickname, state].filter(Boolean).join(DOT)}</small>
      </span>
      <span className={styles.actions}>
        {possible.map((change) => {
          const words = t(`roster.do.${change}`);
          return (
            <Button
              key={change}
              disabled={isFixed}
              aria-label={`${words}: ${name}`}
              onClick={() => onAsk(change)}
            >
              {words}
            </Button>
          );
        })}
      </span>
    </li>
  );
}
