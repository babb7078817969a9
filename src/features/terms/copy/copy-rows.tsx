import { useTranslation } from 'react-i18next';
import {
  isCopyable,
  type CopyChange,
  type CopyProblem,
  type CopyRow,
} from '#contract/classes/class-copies.ts';
import { coursesList } from '#contract/courses/courses-list.ts';
import { roomsList } from '#contract/courses/rooms-list.ts';
import { teachersList } from '#contract/people/teachers-list.ts';
import { isDay } from '#contract/dates.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { PlainField, PlainSelect } from '#src/components/kit/plain-field.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { personName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { showDays } from '#src/entities/term/term-words.ts';
import styles from './copy.module.css';
import type { useCopies } from './use-copies.ts';

type Cell = CopyProblem['cell'];

/** What is wrong in these cells of a row, below what mends it. */
function Problems({ row, cells }: { row: CopyRow; cells: readonly Cell[] }) {
  const { t } = useTranslation('terms');
  // The copy that is there needs the same people and room; the line of it says so.
  const isOwn = ({ kind, detail }: CopyProblem) =>
    kind === 'clash' && row.copies.some((code) => detail.includes(`${code} `));
  return row.problems
    .filter((problem) => cells.includes(problem.cell) && !isOwn(problem))
    .map(({ kind, detail }) => (
      <ErrorText key={`${kind} ${detail}`} withIcon as="span">
        {withWholeCodes(
          t(`copy.problems.${kind}`, { detail: isDay(detail) ? showDay(detail) : detail }),
        )}
      </ErrorText>
    ));
}

type RowProps = {
  row: CopyRow;
  isTicked: boolean;
  change: (part: Partial<CopyChange>) => void;
  tick: (isOn: boolean) => void;
};

/** The choice of the teacher and of the room, with what is wrong with each. */
function PeopleAndRoom({ row, change }: Pick<RowProps, 'row' | 'change'>) {
  const { t } = useTranslation('terms');
  const language = useLanguage();
  const teachers = useCachedList(teachersList, { sort: 'firstName', quiet: true }).rows ?? [];
  const rooms = useCachedList(roomsList, { quiet: true }).rows ?? [];
  const hereTeachers = teachers.filter(
    ({ branchIds, status }) => status === 'active' && branchIds.includes(row.branchId),
  );
  const hereRooms = rooms.filter(({ branchId, active }) => active && branchId === row.branchId);
  const isGone = (id: string | null, here: readonly { _id: string }[]) =>
    id !== null && here.every(({ _id }) => _id !== id);
  return (
    <>
      <div>
        <PlainSelect
          label={t('copy.teacher')}
          value={row.teacherId ?? ''}
          onChange={({ target }) => change({ teacherId: target.value || null })}
        >
          <option value="">{t('copy.none')}</option>
          {isGone(row.teacherId, hereTeachers) && (
            <option value={row.teacherId ?? ''}>{t('copy.gone')}</option>
          )}
          {hereTeachers.map((teacher) => (
            <option key={teacher._id} value={teacher._id}>
              {personName(teacher, language)}
            </option>
          ))}
        </PlainSelect>
        <Problems row={row} cells={['teacher']} />
      </div>
      <div>
        <PlainSelect
          label={t('copy.room')}
          value={row.roomId ?? ''}
          onChange={({ target }) => change({ roomId: target.value || null })}
        >
          <option value="">{t('copy.none')}</option>
          {isGone(row.roomId, hereRooms) && (
            <option value={row.roomId ?? ''}>{t('copy.gone')}</option>
          )}
          {hereRooms.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </PlainSelect>
        <Problems row={row} cells={['room']} />
      </div>
    </>
  );
}

function CopyLine({ row, isTicked, change, tick }: RowProps) {
  const { t } = useTranslation(['terms', 'common']);
  const language = useLanguage();
  const courses = useCachedList(coursesList, { quiet: true }).rows ?? [];
  const course = courses.find(({ _id }) => _id === row.courseId);
  const mayGoUp = row.goesUp || course?.nextCourseId !== null;
  const isPast = row.endsWithTerm || row.problems.some(({ kind }) => kind === 'pastTermEnd');
  const times = row.slots
    .map(({ weekday, start, end }) => `${t(`common:weekdays.${weekday as 1}`)} ${start}–${end}`)
    .join(', ');
  return (
    <li className={styles.row} data-blocked={!isCopyable(row) || undefined}>
      <div>
        <Tick
          checked={isTicked}
          disabled={!isCopyable(row)}
          onChange={({ target }) => tick(target.checked)}
        >
          <span>
            <bdi dir="ltr">{row.classCode}</bdi>
            <small>{(language === 'lo' && row.courseName.lo) || row.courseName.en}</small>
          </span>
        </Tick>
        {mayGoUp && (
          <Tick checked={row.goesUp} onChange={({ target }) => change({ goesUp: target.checked })}>
            {t('copy.goesUp')}
          </Tick>
        )}
        {row.copies.length > 0 && (
          <small>{t('copy.before', { classes: row.copies.join(', ') })}</small>
        )}
        <Problems row={row} cells={['branch', 'course', 'fee']} />
      </div>
      <div>
        <span>{showDays(row.startDate, row.endDate)}</span>
        <small>{t('copy.sessions', { count: row.sessions })}</small>
        <small>{times}</small>
        <Problems row={row} cells={['days']} />
        {isPast && (
          <Tick
            checked={row.endsWithTerm}
            onChange={({ target }) => change({ endsWithTerm: target.checked })}
          >
            {t('copy.endsWithTerm')}
          </Tick>
        )}
      </div>
      <PeopleAndRoom row={row} change={change} />
      <PlainField
        label={t('copy.capacity')}
        type="number"
        inputMode="numeric"
        min={1}
        max={500}
        key={row.capacity}
        defaultValue={row.capacity}
        onBlur={({ target }) => {
          const capacity = Number(target.value);
          if (Number.isInteger(capacity) && capacity >= 1 && capacity <= 500) change({ capacity });
        }}
      />
    </li>
  );
}

/** Every class of the other term; a line of cells, on a phone a card. */
export function CopyRows({ copies }: { copies: ReturnType<typeof useCopies> }) {
  const { t } = useTranslation('terms');
  return (
    <ul className={styles.rows} aria-label={t('copy.classes')}>
      {copies.found.map((row) => (
        <CopyLine
          key={row.classId}
          row={row}
          isTicked={copies.isTicked(row.classId)}
          change={(part) => copies.change(row.classId, part)}
          tick={(isOn) => copies.tick(row.classId, isOn)}
        />
      ))}
    </ul>
  );
}
