import { ChevronLeft, ChevronRight, Printer, TriangleAlert } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimetableDay } from '#contract/classes/class-overview.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { Segments } from '#src/components/kit/segments.tsx';
import styles from './class-overview.module.css';
import { weekdayName } from './meeting-words.ts';
import { roomsOf, teachersInWeek, type WeekFilter } from './narrow.ts';
import { weekViews, type WeekAddress } from './use-week-address.ts';

type SelectProps = {
  label: string;
  all: string;
  value: string;
  choices: readonly WeekFilter[];
  onChange: (value: string) => void;
};

const Narrowing = memo(function Narrowing({ label, all, value, choices, onChange }: SelectProps) {
  const { t } = useTranslation('class-overview');
  const isThere = value === '' || choices.some((choice) => choice.value === value);
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {!isThere && <option value={value}>{t('notThisWeek')}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
});

/**
 * The rooms and teachers in the filters. While another week loads, those of the last week stay,
 * because most are the same.
 */
function useChoices(days: readonly TimetableDay[] | undefined, isWide: boolean) {
  const language = useLanguage();
  const [known, setKnown] = useState(days);
  if (days && days !== known) setKnown(days);
  return useMemo(() => {
    const meetings = known?.flatMap((day) => day.meetings) ?? [];
    return { rooms: roomsOf(meetings, isWide), teachers: teachersInWeek(meetings, language) };
  }, [known, isWide, language]);
}

/**
 * The number of clashes and the first one; a press shows only the clashes, a second press all
 * meetings.
 */
function Clashes({ days, address }: { days: readonly TimetableDay[]; address: WeekAddress }) {
  const { t } = useTranslation('class-overview');
  const clashing = useMemo(
    () =>
      days.flatMap(({ date, meetings }) =>
        meetings.filter(({ clash }) => clash !== 'none').map(({ start }) => ({ start, date })),
      ),
    [days],
  );
  const [first] = clashing;
  if (!first) return null;
  const when = `${weekdayName(first.date, { t })} ${first.start}`;
  return (
    <button
      type="button"
      className={styles.clashes}
      aria-pressed={address.clashing}
      onClick={() => address.narrow({ only: address.clashing ? '' : 'clashes' })}
    >
      <TriangleAlert aria-hidden size={15} strokeWidth={1.75} />
      {t('clashes', { count: clashing.length, when })}
    </button>
  );
}

/**
 * The views of the timetable: a week, a day by rooms, a day as a list. On a phone the week is a
 * list already.
 */
export function ViewChoice({ address }: { address: WeekAddress }) {
  const { t } = useTranslation('class-overview');
  const views = weekViews.filter((view) => view !== 'list' || !address.isNarrow);
  return (
    <Segments
      label={t('views')}
      options={views.map((view) => ({ value: view, label: t(`view.${view}`) }))}
      value={address.view}
      onChoose={(view) => address.narrow({ by: view === 'week' ? '' : view })}
    />
  );
}

type WeekToolbarProps = {
  address: WeekAddress;
  days: readonly TimetableDay[] | undefined;
  isWide: boolean;
};

/** The choice of the week, and its filters. */
export function WeekToolbar({ address, days, isWide }: WeekToolbarProps) {
  const { t } = useTranslation('class-overview');
  const { t: common } = useTranslation();
  const { rooms, teachers } = useChoices(days, isWide);
  return (
    <div className={styles.toolbar}>
      <Button
        icon={ChevronLeft}
        isFlipped
        className={styles.square}
        aria-label={t('previousWeek')}
        onClick={() => address.toWeek(-1)}
      />
      <Button onClick={address.toToday}>{t('today')}</Button>
      <Button
        icon={ChevronRight}
        isFlipped
        className={styles.square}
        aria-label={t('nextWeek')}
        onClick={() => address.toWeek(1)}
      />
      <Narrowing
        label={t('rooms')}
        all={t('allRooms')}
        value={address.room}
        choices={rooms}
        onChange={(room) => address.narrow({ room })}
      />
      <Narrowing
        label={t('teachers')}
        all={t('allTeachers')}
        value={address.teacher}
        choices={teachers}
        onChange={(teacher) => address.narrow({ teacher })}
      />
      <Button
        isShort
        icon={Printer}
        className={styles.print}
        aria-label={common('list.print')}
        onClick={() => window.print()}
      >
        {common('list.print')}
      </Button>
      {days && <Clashes days={days} address={address} />}
    </div>
  );
}
