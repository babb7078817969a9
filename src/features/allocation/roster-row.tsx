import { useTranslation } from 'react-i18next';
import type { EnrolmentChange } from '#contract/enrolling.ts';
import type { EnrolmentRow, EnrolmentStatus } from '#contract/enrolments.ts';
import { formatDateTime } from '#src/lib/format.ts';
import controls from '#src/theme/controls.module.css';
import styles from './board.module.css';
import rowStyles from './rows.module.css';

/** What can be done with somebody, in each state they can be on a roster. */
const steps: Partial<Record<EnrolmentStatus, readonly EnrolmentChange[]>> = {
  active: ['suspend', 'withdraw'],
  suspended: ['resume', 'withdraw'],
  pending: ['activate', 'renewHold', 'cancel'],
  expired: ['renewHold'],
  waitlisted: ['activate', 'cancel'],
};

type RosterRowProps = { row: EnrolmentRow; isFixed: boolean; onAsk: (change: EnrolmentChange) => void };

/** One student of a class: their state, and the steps out of it. */
export function RosterRow({ row, isFixed, onAsk }: RosterRowProps) {
  const { t } = useTranslation('allocation');
  const { status, seatHoldUntil, waitPosition } = row;
  const name = `${row.firstName} ${row.lastName}`;
  const state = {
    ...{ pending: seatHoldUntil === null ? undefined : t('roster.heldUntil', { time: formatDateTime(seatHoldUntil) }), expired: t('roster.expired') },
    ...{ suspended: t('roster.suspended'), waitlisted: waitPosition === null ? undefined : t('done.place', { place: waitPosition }) },
  }[status as string];
  return (
    <li className={rowStyles.row}>
      <span className={rowStyles.who}>
        {name}
        <small>{[row.studentCode, row.nickname, state].filter(Boolean).join(' · ')}</small>
      </span>
      <span className={styles.actions}>
        {steps[status]?.map((change) => {
          const words = t(`roster.do.${change}`);
          return (
            <button key={change} type="button" className={controls.button} disabled={isFixed} aria-label={`${words}: ${name}`} onClick={() => onAsk(change)}>
              {words}
            </button>
          );
        })}
      </span>
    </li>
  );
}
