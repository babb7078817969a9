import { Banknote, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classesList } from '#contract/classes/classes-list.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { courseFeesList } from '#contract/courses/course-fees-list.ts';
import { coursesList } from '#contract/courses/courses-list.ts';
import type { Course } from '#contract/courses/courses.ts';
import { DOT } from '#contract/words/dot.ts';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { BarPrimary } from '#src/components/page/bar-primary.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { RecordHead } from '#src/components/record/record-head.tsx';
import { RecordSkeleton } from '#src/components/record/record-skeleton.tsx';
import { RecordTabs } from '#src/components/record/record-tabs.tsx';
import { Edge, RowEntry, RowList } from '#src/components/record/rows.tsx';
import { Figure, FigureStrip } from '#src/components/record/strip.tsx';
import { useKeptRecord } from '#src/components/record/use-kept-record.ts';
import { useKnownRow } from '#src/components/record/use-known-row.ts';
import { useClassParts } from '#src/entities/class/class-parts.ts';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { feeState, isShownFee } from '#src/entities/fee/fee-words.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showDay } from '#src/lib/text/day.ts';
import { recordName } from '#src/lib/text/record-name.ts';
import { today } from '#src/lib/text/today.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { CourseForm } from './course-form.tsx';
import { CoursePrices } from './course-prices.tsx';

/** Every class of the course, the newest first. */
function useAllClassesOf(courseId: string) {
  const { rows } = useCachedList(classesList, { sort: 'startDate', quiet: true });
  return rows?.filter((one) => one.courseId === courseId).toReversed();
}

const isNow = ({ status }: SchoolClass) => status === 'open' || status === 'running';

/** The classes of the course that are open or running. */
const useClassesOf = (courseId: string) => useAllClassesOf(courseId)?.toReversed().filter(isNow);

function CourseStrip({ course }: { course: Course }) {
  const { t } = useTranslation(['record', 'courses']);
  const classes = useClassesOf(course._id);
  const { rows: fees } = useCachedList(courseFeesList, { sort: 'name', quiet: true });
  const fee = fees?.find((one) => one.courseId === course._id && feeState(one, today()) === 'now');
  const wait = <LineSkeleton width="60%" height="20px" />;
  const taken = classes?.reduce((sum, one) => sum + one.seatsTaken, 0) ?? 0;
  const seats = classes?.reduce((sum, one) => sum + one.capacity, 0) ?? 0;
  const full = classes?.filter((one) => one.seatsTaken >= one.capacity).length ?? 0;
  const list = `${paths.allocateClasses}?${new URLSearchParams({ courseId: course._id }).toString()}`;
  return (
    <FigureStrip label={t('figures')}>
      <Figure isLarge label={t('studentsNow')} to={list}>
        {classes ? (
          <bdi dir="ltr">
            {formatNumber(taken)} / {formatNumber(seats)}
          </bdi>
        ) : (
          wait
        )}
      </Figure>
      <Figure
        isLarge
        label={t('places')}
        to={list}
        note={full > 0 && t('fullClasses', { n: formatNumber(full) })}
      >
        {classes ? formatNumber(classes.length) : wait}
      </Figure>
      <Figure
        isLarge={fee !== undefined}
        label={t('fee')}
        to={`${paths.courseFee}?course=${course._id}`}
        note={fee && t('since', { day: showDay(fee.validFrom) })}
      >
        {fees === undefined ? (
          wait
        ) : fee === undefined ? (
          t('noneSet')
        ) : (
          <Money amount={fee.amount} currency={fee.currency} />
        )}
      </Figure>
    </FigureStrip>
  );
}

function CourseClasses({ course, isAll = false }: { course: Course; isAll?: boolean }) {
  const { t } = useTranslation('record');
  const [now, all] = [useClassesOf(course._id), useAllClassesOf(course._id)];
  const classes = isAll ? all : now;
  const parts = useClassParts();
  const times = useTimesInWords();
  if (!classes) return <PanelSkeleton />;
  return (
    <Panel title={t('places')}>
      {classes.length === 0 ? (
        <PanelText isMuted>
          <span>{t('noClasses')}</span>
        </PanelText>
      ) : (
        <RowList>
          {classes.map((one) => (
            <RowEntry
              key={one._id}
              name={times(one.slots) || one.classCode}
              to={editPath(paths.classOverview, one._id)}
              sign={<Edge isDone={!isNow(one)} />}
              note={
                <>
                  {[
                    one.roomId && parts.rooms.get(one.roomId)?.name,
                    parts.teacherName(one.teacherId),
                  ]
                    .filter(Boolean)
                    .map((part) => `${part}${DOT}`)}
                  <bdi dir="ltr">{one.classCode}</bdi>
                </>
              }
            >
              <bdi dir="ltr">
                <b>{one.seatsTaken}</b> / {one.capacity}
              </bdi>
            </RowEntry>
          ))}
        </RowList>
      )}
    </Panel>
  );
}

/** The parts of a course's record. */
function CourseTabs({ course, children }: { course: Course; children: ReactNode }) {
  const { t } = useTranslation('record');
  const { rows: fees } = useCachedList(courseFeesList, { sort: 'name', quiet: true });
  return (
    <RecordTabs
      tabs={[
        {
          id: 'classes',
          label: t('places'),
          count: useAllClassesOf(course._id)?.length,
          show: () => <CourseClasses isAll course={course} />,
        },
        {
          id: 'fees',
          label: t('fees'),
          count: fees?.filter((fee) => fee.courseId === course._id && isShownFee(fee, today()))
            .length,
          show: () => <CoursePrices courseId={course._id} />,
        },
      ]}
    >
      {children}
    </RecordTabs>
  );
}

/** A course, read first: students, classes, fee, and what it is. */
export function CourseView({ id }: { id: string }) {
  const { t } = useTranslation(['courses', 'shell', 'record']);
  const language = useLanguage();
  const { record, locked } = useKeptRecord(coursesList, id);
  const course = record.status === 'ready' ? record.row : undefined;
  const tapped = useKnownRow<Course>(coursesList, id);
  const known = course ?? tapped;
  const mayOpen = useCan('classes:write');
  return (
    <>
      <RecordHead
        title={known ? recordName(known, language) : t('shell:page.editCourse')}
        back={paths.courses}
        face={{ fileId: null, name: known?.level || known?.code || '' }}
        mark={known && <Mark on={known.active} label={t(known.active ? 'active' : 'inactive')} />}
        under={
          known && [
            <bdi key="code" dir="ltr">
              {known.code}
            </bdi>,
          ]
        }
      >
        {course && (
          <>
            <LinkButton icon={Banknote} to={`${paths.courseFee}?course=${course._id}`}>
              {t('fees')}
            </LinkButton>
            {mayOpen && (
              <BarPrimary>
                <LinkButton look="solid" icon={Plus} to={paths.addClass}>
                  {t('record:openClass')}
                </LinkButton>
              </BarPrimary>
            )}
          </>
        )}
      </RecordHead>
      <RecordStates
        record={record}
        failed={t('failed.course.one')}
        back={paths.courses}
        skeleton={<RecordSkeleton figures={3} />}
      >
        {() =>
          course && (
            <>
              <CourseStrip course={course} />
              <CourseTabs course={course}>
                <CourseForm
                  course={course}
                  locked={locked}
                  reads={{ before: <CourseClasses course={course} /> }}
                  aside={<CoursePrices courseId={course._id} />}
                />
              </CourseTabs>
            </>
          )
        }
      </RecordStates>
    </>
  );
}
