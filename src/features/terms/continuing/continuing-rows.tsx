import { useTranslation } from 'react-i18next';
import type { ChosenPlace, ContinuingClass, ContinuingRow } from '#contract/classes/continuing.ts';
import { DOT } from '#contract/words/dot.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Panel } from '#src/components/kit/panel.tsx';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { useFindingText } from '#src/entities/class/finding-text.ts';
import { personName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import styles from './continuing.module.css';

type RowsProps = {
  rows: readonly ContinuingRow[];
  classes: readonly ContinuingClass[];
  choose: (place: ChosenPlace) => void;
};

const WAITS = 'waits:';

/** The classes of the next course first, then the others; each with a place on its waiting list. */
function ClassChoice({ row, classes, choose }: { row: ContinuingRow } & Omit<RowsProps, 'rows'>) {
  const { t } = useTranslation(['terms', 'common']);
  const language = useLanguage();
  const ordered = classes.toSorted(
    (a, b) => Number(b.courseId === row.courseId) - Number(a.courseId === row.courseId),
  );
  const labelOf = ({ classCode, slots, capacity, taken }: ContinuingClass) => {
    const times = slots
      .map(({ weekday, start }) => `${t(`common:weekdays.${weekday as 1}`)} ${start}`)
      .join(', ');
    return [classCode, times, t('continue.left', { count: Math.max(0, capacity - taken) })].join(
      DOT,
    );
  };
  const pick = (value: string) => {
    const waits = value.startsWith(WAITS);
    const toClassId = value === '' ? null : waits ? value.slice(WAITS.length) : value;
    choose({ enrolmentId: row.enrolmentId, toClassId, waits });
  };
  return (
    <PlainSelect
      label={t('continue.to', { name: personName(row, language) })}
      value={`${row.waits ? WAITS : ''}${row.toClassId ?? ''}`}
      onChange={({ target }) => pick(target.value)}
    >
      <option value="">{t('continue.nowhere')}</option>
      {ordered.map((to) => (
        <option key={to._id} value={to._id}>
          {labelOf(to)}
        </option>
      ))}
      <optgroup label={t('continue.waiting')}>
        {ordered.map((to) => (
          <option key={to._id} value={WAITS + to._id}>
            {to.classCode}
          </option>
        ))}
      </optgroup>
    </PlainSelect>
  );
}

function ContinuingLine({ row, ...choice }: { row: ContinuingRow } & Omit<RowsProps, 'rows'>) {
  const { t } = useTranslation('terms');
  const language = useLanguage();
  const inWords = useFindingText();
  return (
    <li className={styles.row}>
      <div>
        <b>
          <WholeWords text={personName(row, language)} />
        </b>
        <small>
          <bdi dir="ltr">{[row.studentCode, row.fromClassCode].join(DOT)}</bdi>
        </small>
        {row.owes && <Mark tone="bad" label={t('continue.owes')} />}
        {row.marks.map((mark) => (
          <Mark key={mark} tone="wait" label={t(`continue.marks.${mark}`)} />
        ))}
      </div>
      <div>
        <ClassChoice row={row} {...choice} />
        {row.findings.map((finding) => (
          <ErrorText key={finding.check} withIcon={finding.weight !== 'warn'} as="span">
            {inWords(finding)}
          </ErrorText>
        ))}
      </div>
    </li>
  );
}

/** The students by the class that they go to; those without one come last. */
export function ContinuingRows({ rows, classes, choose }: RowsProps) {
  const { t } = useTranslation('terms');
  const language = useLanguage();
  // Seats are counted as they would be after the hold.
  const planned = classes.map((to) => ({
    ...to,
    taken: to.taken + rows.filter(({ toClassId, waits }) => toClassId === to._id && !waits).length,
  }));
  const groups = [
    ...planned.map((to) => ({
      key: to._id,
      title: [to.classCode, (language === 'lo' && to.courseName.lo) || to.courseName.en].join(DOT),
      seats: { count: Math.max(0, to.capacity - to.taken), seats: to.capacity },
      rows: rows.filter(({ toClassId }) => toClassId === to._id),
    })),
    {
      key: 'nowhere',
      title: t('continue.nowhere'),
      seats: undefined,
      rows: rows.filter(({ toClassId }) => toClassId === null),
    },
  ].filter((group) => group.rows.length > 0);
  return (
    <div className={styles.groups}>
      {groups.map(({ key, title, seats, rows: own }) => (
        <Panel key={key} title={title} count={seats ? t('continue.ofSeats', seats) : own.length}>
          <ul className={styles.rows}>
            {own.map((row) => (
              <ContinuingLine key={row.enrolmentId} row={row} classes={planned} choose={choose} />
            ))}
          </ul>
        </Panel>
      ))}
    </div>
  );
}
