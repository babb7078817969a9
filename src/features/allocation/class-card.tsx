import { useDroppable } from '@dnd-kit/core';
import { CalendarClock, DoorOpen, Presentation, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SchoolClass } from '#contract/classes.ts';
import { LeftToRight } from '#src/components/page/left-to-right.tsx';
import { SeatsAsOf } from '#src/components/page/seats-as-of.tsx';
import type { Names } from './board-data.ts';
import styles from './board.module.css';

/** The weekly times of a class in one line: days that share a time stand together. */
export function useTimes() {
  const { t } = useTranslation('allocation');
  return (slots: SchoolClass['slots']) => {
    const spans = new Map<string, string[]>();
    for (const { weekday, start, end } of slots) spans.set(`${start}–${end}`, [...(spans.get(`${start}–${end}`) ?? []), t(`weekday.${weekday as 1}`)]);
    return [...spans].map(([span, days]) => `${days.join(' ')} ${span}`).join(', ');
  };
}

/** How many seats are left, as of when that was true. */
export function SeatsLine({ one: { capacity, seatsTaken, waiting }, asOf, planned = 0 }: { one: SchoolClass; asOf: number; planned?: number }) {
  const { t } = useTranslation('allocation');
  const left = capacity - seatsTaken;
  const words = left > 0 ? t('class.left', { count: left, capacity }) : left === 0 ? t('class.full', { capacity }) : t('class.over', { over: -left, capacity });
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
  names: Names;
  asOf: number;
  /** How many are to come into it once the board is saved. */
  planned?: number;
  /** What speaks against what is chosen. */
  mark?: ReactNode;
  /** Nothing can be dropped on it. */
  isFixed?: boolean;
  /** Its heading, where nothing stands between it and the page's. */
  heading?: 'h2' | 'h3';
  children?: ReactNode;
};

/** A class on a board: what it is, when, where, with whom, and how many seats are left. */
export function ClassCard({ one, names, asOf, planned = 0, mark, isFixed = false, heading: Heading = 'h3', children }: ClassCardProps) {
  const { t } = useTranslation('allocation');
  const times = useTimes();
  const { setNodeRef, isOver } = useDroppable({ id: one._id, disabled: isFixed });
  return (
    <li ref={setNodeRef} className={styles.card} data-over={isOver} data-class={one.classCode}>
      <Heading className={styles.cardTitle}>
        <LeftToRight>{one.classCode}</LeftToRight>
        <span>{names.course(one.courseId)}</span>
      </Heading>
      <p className={styles.facts}>
        <span>
          <CalendarClock aria-hidden size={16} />
          {times(one.slots)}
        </span>
        <span>
          <DoorOpen aria-hidden size={16} />
          {names.room(one.roomId) ?? t('class.noRoom')}
        </span>
        <span>
          <Presentation aria-hidden size={16} />
          {names.teacher(one.teacherId) ?? t('class.noTeacher')}
        </span>
      </p>
      <SeatsLine one={one} asOf={asOf} planned={planned} />
      {mark}
      {children && <div className={styles.actions}>{children}</div>}
    </li>
  );
}
