import { useDroppable } from '@dnd-kit/core';
import { Building2, CalendarClock, DoorOpen, Presentation, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { SeatsAsOf } from '#src/entities/class/seats-as-of.tsx';
import type { NamesById } from '#src/features/allocation/board-data.ts';
import styles from '#src/features/allocation/board.module.css';

/** The free seats, and the time of that count. */
export function SeatsLine({
  one: { capacity, seatsTaken, waiting },
  asOf,
  planned = 0,
}: {
  one: SchoolClass;
  asOf: number;
  planned?: number;
}) {
  const { t } = useTranslation('allocation');
  const left = capacity - seatsTaken;
  const words =
    left > 0
      ? t('class.left', { count: left, capacity })
      : left === 0
        ? t('class.full', { count: capacity })
        : t('class.over', { over: -left, capacity });
  return (
    <p className={styles.seats} data-full={left <= 0}>
      <Users aria-hidden size={16} />
      <span>
        <strong>{words}</strong>
        {planned > 0 && <span>{`· ${t('class.planned', { count: planned })}`}</span>}
        {waiting > 0 && <span>{`· ${t('class.waiting', { count: waiting })}`}</span>}
        <SeatsAsOf fetchedAt={asOf} className={styles.asOf} />
      </span>
    </p>
  );
}

type ClassCardProps = {
  one: SchoolClass;
  names: NamesById;
  asOf: number;
  /** The number of students the class gets when the board is saved. */
  planned?: number;
  /** The objections to the selected students. */
  mark?: ReactNode;
  /** True if nothing can be dropped on it. */
  isFixed?: boolean;
  /** The level of its heading. */
  heading?: 'h2' | 'h3';
  children?: ReactNode;
};

/** A class on a board: course, time, room, teacher, and free seats. */
export function BoardClassCard({
  one,
  names,
  asOf,
  planned = 0,
  mark,
  isFixed = false,
  heading: Heading = 'h3',
  children,
}: ClassCardProps) {
  const { t } = useTranslation('allocation');
  const timesInWords = useTimesInWords();
  const { setNodeRef, isOver } = useDroppable({ id: one._id, disabled: isFixed });
  return (
    <li ref={setNodeRef} className={styles.card} data-over={isOver} data-class={one.classCode}>
      <Heading className={styles.cardTitle}>
        <LeftToRight>{one.classCode}</LeftToRight>
        <span>{names.course(one.courseId)}</span>
      </Heading>
      <p className={styles.facts}>
        {names.branch && (
          <span>
            <Building2 aria-hidden size={16} />
            {names.branch(one.branchId)}
          </span>
        )}
        <span>
          <CalendarClock aria-hidden size={16} />
          {timesInWords(one.slots)}
        </span>
        <span>
          <DoorOpen aria-hidden size={16} />
          {names.room(one.roomId) ?? t('class.noRoom')}
        </span>
        <span>
          <Presentation aria-hidden size={16} />
          <WholeWords text={names.teacher(one.teacherId) ?? t('class.noTeacher')} />
        </span>
      </p>
      <SeatsLine one={one} asOf={asOf} planned={planned} />
      {mark}
      {children && <div className={styles.actions}>{children}</div>}
    </li>
  );
}
