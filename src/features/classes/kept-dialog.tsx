import { useTranslation } from 'react-i18next';
import type { ClassReplaced } from '#contract/classes/class-changes.ts';
import { weekdayOf } from '#contract/dates.ts';
import { DOT } from '#contract/words/dot.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import styles from './classes.module.css';

type Kept = ClassReplaced['sessionsChangedByHand'][number];

/** The reason why a session was left unchanged. */
const reasonOf = ({ status, isSubstitute }: Kept) =>
  status === 'cancelled' ? 'cancelled' : isSubstitute ? 'substitute' : 'moved';

/**
 * The new times are saved, but these sessions were changed by hand before and somebody should check
 * them.
 */
export function KeptDialog({
  row,
  onClose,
}: {
  row: Pick<ClassReplaced, '_id' | 'sessionsChangedByHand'>;
  onClose: () => void;
}) {
  const { t } = useTranslation(['classes', 'common']);
  const inWords = (one: Kept) =>
    `${t(`common:weekdays.${weekdayOf(one.date) as 1}`)} ${showDay(one.date)} ${one.start}–${one.end}${DOT}${t(`kept.why.${reasonOf(one)}`)}`;
  return (
    <Dialog
      title={t('kept.title')}
      description={t('kept.text')}
      onClose={onClose}
      footer={
        <>
          <LinkButton to={`${editPath(paths.classOverview, row._id)}&tab=sessions`}>
            {t('kept.look')}
          </LinkButton>
          <Button look="solid" autoFocus onClick={onClose}>
            {t('common:action.close')}
          </Button>
        </>
      }
    >
      <div className={styles.scroll}>
        <ul className={styles.list}>
          {row.sessionsChangedByHand.map((one) => (
            <li key={one._id}>{withWholeCodes(inWords(one))}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
