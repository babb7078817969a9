import { useDraggable } from '@dnd-kit/core';
import { GripVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { UnplacedStudent } from '#contract/classes/allocation.ts';
import { ageOn, dayInLaos } from '#contract/dates.ts';
import { DOT } from '#contract/words/dot.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { takesCards } from '#src/components/scan/takes-scan.ts';
import { usePersonScan } from '#src/components/scan/use-person-scan.ts';
import { ComesFirst } from '#src/components/page/comes-first.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import { paths } from '#src/lib/paths.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import type { NamesById, StudentFilter } from '#src/features/allocation/board-data.ts';
import styles from '#src/features/allocation/board.module.css';
import rowStyles from '#src/features/allocation/rows.module.css';
import { currentName } from '#src/lib/text/person-name.ts';
import type { useArrowList } from './use-arrow-list.ts';
import { studentRecordPath } from '#src/entities/enrolment/place.ts';

const AGES = ['0-6', '7-11', '12-17', '18-'] as const;

type FilterProps = {
  filter: StudentFilter;
  names: NamesById;
  onChange: (filter: StudentFilter) => void;
};

/** The filters of the list: name, last course and age. */
export function StudentFilters({ filter, names, onChange }: FilterProps) {
  const { t } = useTranslation('allocation');
  usePersonScan((code) => onChange({ ...filter, search: code }));
  const ageWords = (span: string) => {
    const [from = '', to = ''] = span.split('-');
    return from === '0'
      ? t('student.under', { age: Number(to) + 1 })
      : to === ''
        ? t('student.from', { age: from })
        : t('ages.range', { min: from, max: to });
  };
  return (
    <search className={styles.filters}>
      <InputBox>
        <input
          {...takesCards}
          type="search"
          aria-label={t('student.search')}
          placeholder={t('student.search')}
          value={filter.search}
          onChange={(event) => onChange({ ...filter, search: event.target.value })}
        />
      </InputBox>
      <InputBox>
        <select
          aria-label={t('student.lastCourse')}
          value={filter.lastCourseId}
          onChange={(event) => onChange({ ...filter, lastCourseId: event.target.value })}
        >
          <option value="">{t('student.lastCourse')}</option>
          {names.courses.map(({ _id, code }) => (
            <option key={_id} value={_id}>{`${code} ${names.course(_id)}`}</option>
          ))}
        </select>
      </InputBox>
      <InputBox>
        <select
          aria-label={t('student.age')}
          value={filter.age}
          onChange={(event) => onChange({ ...filter, age: event.target.value })}
        >
          <option value="">{t('student.anyAge')}</option>
          {AGES.map((span) => (
            <option key={span} value={span}>
              {ageWords(span)}
            </option>
          ))}
        </select>
      </InputBox>
    </search>
  );
}

type RowProps = {
  student: UnplacedStudent;
  names: NamesById;
  /** The codes of the planned classes of a student. */
  planned: readonly string[];
  isChosen: boolean;
  isFixed: boolean;
  box: { tabIndex: number };
  onChoose: (isChosen: boolean) => void;
};

function StudentRow({ student, names, planned, isChosen, isFixed, box, onChoose }: RowProps) {
  const { t } = useTranslation('allocation');
  const { nickname, studentCode, dateOfBirth, lastCourseId, waits } = student;
  const name = currentName(student);
  const { setNodeRef, listeners } = useDraggable({ id: student._id, disabled: isFixed });
  const about = [
    studentCode,
    names.branch?.(student.homeBranchId),
    nickname,
    dateOfBirth && t('student.years', { count: ageOn(dateOfBirth, dayInLaos()) }),
    lastCourseId && names.course(lastCourseId),
    waits &&
      (waits.holdUntil
        ? t('student.held', { class: waits.classCode, time: formatDateTime(waits.holdUntil) })
        : t('student.waits', { class: waits.classCode })),
  ].filter(Boolean);
  return (
    <li ref={setNodeRef} className={rowStyles.row} data-chosen={isChosen}>
      <label>
        <input
          type="checkbox"
          {...box}
          disabled={isFixed}
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <span className={rowStyles.who}>
          {/* The arrow keys reach it, like the checkbox, because each name would be one more
              Tab stop. */}
          <Link to={studentRecordPath(student._id)} tabIndex={box.tabIndex}>
            <WholeWords text={name} />
          </Link>
          <small>{about.join(DOT)}</small>
          {planned.length > 0 && (
            <small className={rowStyles.planned}>
              {t('student.planned', { classes: planned.join(', ') })}
            </small>
          )}
        </span>
      </label>
      {/* Only for a finger or a mouse; keyboard users select the student and press a class's
          button. */}
      <span
        {...listeners}
        aria-hidden
        className={rowStyles.grip}
        title={t('student.drag', { name })}
      >
        <GripVertical size={18} />
      </span>
    </li>
  );
}

type UnplacedListProps = {
  students: readonly UnplacedStudent[];
  total: number;
  names: NamesById;
  chosen: ReadonlySet<string>;
  plannedFor: (studentId: string) => readonly string[];
  isFixed: boolean;
  /** True while the students belong to an earlier text; they cannot be selected then. */
  isOld: boolean;
  isSearched: boolean;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
  /** Moves the focus along the list by keys. */
  arrows: ReturnType<typeof useArrowList>;
  /** The id of the text about its keys. */
  keysId: string;
};

/** The students without a class in the term, to be selected one by one or several at once. */
export function UnplacedList({
  students,
  total,
  names,
  chosen,
  plannedFor,
  isFixed,
  isOld,
  isSearched,
  onChoose,
  arrows,
  keysId,
}: UnplacedListProps) {
  const { t } = useTranslation('allocation');
  if (students.length === 0 && isSearched)
    return isOld ? null : <p role="status">{t('student.noMatch')}</p>;
  if (students.length === 0)
    return (
      <ComesFirst
        text={t('student.none')}
        to={paths.addStudent}
        page="addStudent"
        action="students:write"
      />
    );
  return (
    <>
      <ul
        ref={arrows.list}
        className={`${rowStyles.list} ${rowStyles.people}`}
        aria-label={t('student.without')}
        aria-busy={isOld}
        aria-describedby={keysId}
        onKeyDown={arrows.onKeyDown}
      >
        {students.map((student) => (
          <StudentRow
            key={student._id}
            student={student}
            names={names}
            planned={plannedFor(student._id)}
            box={arrows.box(student._id)}
            isFixed={isFixed || isOld}
            isChosen={chosen.has(student._id)}
            onChoose={(is) => onChoose([student._id], is)}
          />
        ))}
      </ul>
      {total > students.length && (
        <p>
          {t('student.more', { shown: formatNumber(students.length), total: formatNumber(total) })}
        </p>
      )}
    </>
  );
}
