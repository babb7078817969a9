import { useQuery } from '@tanstack/react-query';
import { useDraggable, useDroppable } from '@dnd-kit/core';
import { CircleCheck, GripVertical, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CheckedAssignment } from '#contract/classes/allocation.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import type { Teacher } from '#contract/people/teachers.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { api } from '#src/lib/request/api.ts';
import { showDay } from '#src/lib/text/day.ts';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import type { NamesById } from '#src/features/allocation/board-data.ts';
import styles from '#src/features/allocation/board.module.css';
import rowStyles from '#src/features/allocation/rows.module.css';
import { currentName } from '#src/lib/text/person-name.ts';

type ClassRowProps = {
  one: SchoolClass;
  names: NamesById;
  isChosen: boolean;
  isFixed: boolean;
  onChoose: () => void;
  onTake: (byKey: boolean) => void;
};

/** A class to be chosen, or dragged to a teacher. */
export function ClassRow({ one, names, isChosen, isFixed, onChoose, onTake }: ClassRowProps) {
  const { t } = useTranslation('allocation');
  const timesInWords = useTimesInWords();
  const { setNodeRef, listeners } = useDraggable({ id: one._id, disabled: isFixed });
  const teacher = names.teacher(one.teacherId);
  return (
    <li ref={setNodeRef} className={rowStyles.row} data-chosen={isChosen}>
      <label>
        <input
          type="radio"
          name="class"
          value={one._id}
          disabled={isFixed}
          checked={isChosen}
          onChange={onChoose}
        />
        <span className={rowStyles.who}>
          <strong>{one.classCode}</strong> {names.course(one.courseId)}
          <small>
            {[
              names.branch?.(one.branchId),
              timesInWords(one.slots),
              names.room(one.roomId) ?? t('class.noRoom'),
              teacher ?? t('class.noTeacher'),
            ]
              .filter(Boolean)
              .join(DOT)}
          </small>
        </span>
      </label>
      {teacher && (
        <Button
          aria-label={`${t('class.take')}: ${one.classCode}`}
          disabled={isFixed}
          onClick={({ detail }) => onTake(detail === 0)}
        >
          {t('class.take')}
        </Button>
      )}
      {/* Only for a finger or a mouse; keyboard users select the class and press a teacher's
          button. */}
      <span
        {...listeners}
        aria-hidden
        className={rowStyles.grip}
        title={t('teacher.drag', { class: one.classCode })}
      >
        <GripVertical size={18} />
      </span>
    </li>
  );
}

function TeacherMark({ id, checked }: { id: string; checked: CheckedAssignment | undefined }) {
  const { t } = useTranslation('allocation');
  if (!checked) return null;
  const [clash] = checked.clashes;
  const words = clash
    ? t('teacher.clash', {
        class: clash.classCode,
        date: showDay(clash.date),
        start: clash.start,
        end: clash.end,
      })
    : checked.unavailable
      ? t('teacher.unavailable')
      : undefined;
  const Icon = words ? TriangleAlert : CircleCheck;
  return (
    <p id={id} className={rowStyles.mark} data-weight={words ? 'warn' : 'ok'}>
      <Icon aria-hidden size={16} />
      {words ?? t('teacher.free')}
    </p>
  );
}

type TeacherCardProps = {
  teacher: Teacher;
  load: number;
  checked: CheckedAssignment | undefined;
  isFixed: boolean;
  chosen: SchoolClass | undefined;
  onGive: (byKey: boolean) => void;
};

/** A teacher with their classes, and the objections to the selected class. */
export function TeacherCard({ teacher, load, checked, isFixed, chosen, onGive }: TeacherCardProps) {
  const { t } = useTranslation('allocation');
  const { setNodeRef, isOver } = useDroppable({ id: teacher._id, disabled: isFixed });
  return (
    <li ref={setNodeRef} className={styles.card} data-over={isOver}>
      <h3 className={styles.cardTitle}>
        <span>
          <WholeWords text={currentName(teacher)} />
        </span>
        <span>{t('teacher.load', { count: load })}</span>
      </h3>
      {chosen && <TeacherMark id={`mark-${teacher._id}`} checked={checked} />}
      <div className={styles.actions}>
        <Button
          aria-label={`${t('class.give')}: ${currentName(teacher)}`}
          aria-describedby={chosen && checked && `mark-${teacher._id}`}
          disabled={isFixed || !chosen}
          onClick={({ detail }) => onGive(detail === 0)}
        >
          {t('class.give')}
        </Button>
      </div>
    </li>
  );
}

/** The server's objections to the selected class, for each teacher. */
export function useMarks(
  chosen: SchoolClass | undefined,
  teachers: readonly Teacher[],
  isOff: boolean,
) {
  const assignments = chosen
    ? teachers.map(({ _id }) => ({ classId: chosen._id, teacherId: _id }))
    : [];
  return useQuery({
    queryKey: ['classes', 'teacher-check', assignments],
    queryFn: ({ signal }) =>
      api.post<CheckedAssignment[]>(
        '/classes/teachers/check',
        { assignments },
        { signal, quiet: true, background: true },
      ),
    enabled: assignments.length > 0 && !isOff,
    gcTime: 0,
    retry: false,
    meta: { ofClasses: true },
  });
}
