import { useDraggable } from '@dnd-kit/core';
import { GripVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UnplacedStudent } from '#contract/allocation.ts';
import { ageOn, dayInLaos } from '#contract/people.ts';
import { formatDateTime, formatNumber } from '#src/lib/format.ts';
import type { Names, StudentFilter } from './board-data.ts';
import styles from './board.module.css';
import rowStyles from './rows.module.css';

const AGES = ['0-6', '7-11', '12-17', '18-'] as const;

type FilterProps = { filter: StudentFilter; names: Names; onChange: (filter: StudentFilter) => void };

/** Narrows who is shown: by what they are called, what they learnt last, and how old they are. */
export function StudentFilters({ filter, names, onChange }: FilterProps) {
  const { t } = useTranslation('allocation');
  const ageWords = (span: string) => {
    const [from = '', to = ''] = span.split('-');
    return from === '0' ? t('student.under', { age: Number(to) + 1 }) : to === '' ? t('student.from', { age: from }) : t('ages.range', { min: from, max: to });
  };
  return (
    <search className={styles.filters}>
      <input type="search" aria-label={t('student.search')} placeholder={t('student.search')} value={filter.search} onChange={(event) => onChange({ ...filter, search: event.target.value })} />
      <select aria-label={t('student.lastCourse')} value={filter.lastCourseId} onChange={(event) => onChange({ ...filter, lastCourseId: event.target.value })}>
        <option value="">{t('student.lastCourse')}</option>
        {names.courses.map(({ _id, code }) => (
          <option key={_id} value={_id}>{`${code} ${names.course(_id)}`}</option>
        ))}
      </select>
      <select aria-label={t('student.age')} value={filter.age} onChange={(event) => onChange({ ...filter, age: event.target.value })}>
        <option value="">{t('student.anyAge')}</option>
        {AGES.map((span) => (
          <option key={span} value={span}>
            {ageWords(span)}
          </option>
        ))}
      </select>
    </search>
  );
}

type RowProps = { student: UnplacedStudent; names: Names; isChosen: boolean; isFixed: boolean; onChoose: (isChosen: boolean) => void };

function StudentRow({ student, names, isChosen, isFixed, onChoose }: RowProps) {
  const { t } = useTranslation('allocation');
  const { firstName, lastName, nickname, studentCode, dateOfBirth, lastCourseId, waits } = student;
  const name = `${firstName} ${lastName}`;
  const { setNodeRef, listeners } = useDraggable({ id: student._id, disabled: isFixed });
  const about = [
    studentCode,
    nickname,
    dateOfBirth && t('student.years', { age: ageOn(dateOfBirth, dayInLaos()) }),
    lastCourseId && names.course(lastCourseId),
    waits && (waits.seatHoldUntil ? t('student.held', { class: waits.classCode, time: formatDateTime(waits.seatHoldUntil) }) : t('student.waits', { class: waits.classCode })),
  ].filter(Boolean);
  return (
    <li ref={setNodeRef} className={rowStyles.row} data-chosen={isChosen}>
      <label>
        <input type="checkbox" disabled={isFixed} checked={isChosen} onChange={(event) => onChoose(event.target.checked)} />
        <span className={rowStyles.who}>
          {name}
          <small>{about.join(' · ')}</small>
        </span>
      </label>
      {/* For a finger or a mouse; the keyboard chooses and presses a class's button. */}
      <span {...listeners} aria-hidden className={rowStyles.grip} title={t('student.drag', { name })}>
        <GripVertical size={18} />
      </span>
    </li>
  );
}

type UnplacedListProps = {
  students: readonly UnplacedStudent[];
  total: number;
  names: Names;
  chosen: ReadonlySet<string>;
  isFixed: boolean;
  isSearched: boolean;
  onChoose: (id: string, isChosen: boolean) => void;
};

/** Whoever has no class in the term yet, to be chosen one by one or several. */
export function UnplacedList({ students, total, names, chosen, isFixed, isSearched, onChoose }: UnplacedListProps) {
  const { t } = useTranslation('allocation');
  if (students.length === 0) return <p role="status">{t(isSearched ? 'student.noMatch' : 'student.none')}</p>;
  return (
    <>
      <ul className={`${rowStyles.list} ${rowStyles.people}`} tabIndex={0} aria-label={t('student.without')}>
        {students.map((student) => (
          <StudentRow key={student._id} student={student} names={names} isFixed={isFixed} isChosen={chosen.has(student._id)} onChoose={(is) => onChoose(student._id, is)} />
        ))}
      </ul>
      {total > students.length && <p>{t('student.more', { shown: formatNumber(students.length), total: formatNumber(total) })}</p>}
    </>
  );
}
