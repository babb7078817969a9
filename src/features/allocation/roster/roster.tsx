import { useQuery } from '@tanstack/react-query';
import { DndContext } from '@dnd-kit/core';
import { UserPlus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { classesList } from '#contract/classes/classes-list.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import type { EnrolmentChange } from '#contract/classes/enrolling.ts';
import { enrolments, presentStatuses, type EnrolmentRow } from '#contract/classes/enrolments.ts';
import { DOT } from '#contract/words/dot.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { takesCards } from '#src/components/scan/takes-scan.ts';
import { usePersonScan } from '#src/components/scan/use-person-scan.ts';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import { api } from '#src/lib/request/api.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { say } from '#src/lib/text/i18n.ts';
import { useSettled } from '#src/lib/browser/use-settled.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { useNames, useUnplaced } from '#src/features/allocation/board-data.ts';
import styles from '#src/features/allocation/board.module.css';
import { BoardClassCard } from '#src/features/allocation/students/class-card.tsx';
import type { SavedBoard } from '#src/features/allocation/done-bar.tsx';
import { useRefreshed, type PlannedEnrolment } from '#src/features/allocation/enrolling.ts';
import { PlanFoot, PlanHead } from '#src/features/allocation/plan-head.tsx';
import { ChangeDialog, PlanPanel } from '#src/features/allocation/panels.tsx';
import { RosterRow } from './roster-row.tsx';
import rowStyles from '#src/features/allocation/rows.module.css';
import { useStudentPlan } from '#src/features/allocation/students/student-plan.ts';
import { useAnnouncer } from '#src/components/feedback/use-announcer.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { currentName } from '#src/lib/text/person-name.ts';
import { studentRecordPath } from '#src/entities/enrolment/place.ts';

function useRoster(classId: string) {
  const query = { classId, status: [...presentStatuses, 'expired'].join(',') };
  return useQuery({
    queryKey: ['enrolments', 'roster', classId],
    queryFn: ({ signal }) =>
      api.get<EnrolmentRow[]>(enrolments.path, { query, signal, quiet: true }),
    meta: { seatsOf: classId },
  });
}

type AddProps = {
  one: SchoolClass;
  isFixed: boolean;
  planned: readonly PlannedEnrolment[];
  onAdd: (student: PlannedEnrolment['student']) => void;
};

/** Searches the students of the term without a class. */
function AddStudent({ one, isFixed, planned, onAdd }: AddProps) {
  const { t } = useTranslation('allocation');
  const [search, setSearch] = useState('');
  const asked = useSettled(search).trim();
  usePersonScan(setSearch);
  const found = useUnplaced(asked === '' ? undefined : one.termId, one.branchId, {
    search: asked,
    lastCourseId: '',
    age: '',
  });
  const isOld = asked !== search.trim() || found.isPlaceholderData;
  const students = asked === '' ? [] : (found.data?.rows.slice(0, 8) ?? []);
  return (
    <section className={styles.side} aria-label={t('roster.add')}>
      <h2>{t('roster.add')}</h2>
      <search className={styles.filters}>
        <InputBox>
          <input
            {...takesCards}
            type="search"
            disabled={isFixed}
            aria-label={t('roster.find')}
            placeholder={t('roster.find')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </InputBox>
      </search>
      {asked !== '' && !isOld && found.data && students.length === 0 && (
        <p role="status">{t('student.noMatch')}</p>
      )}
      {students.length > 0 && (
        <ul className={rowStyles.list} aria-busy={isOld}>
          {students.map((student) => (
            <li key={student._id} className={rowStyles.row}>
              <span className={rowStyles.who}>
                <Link to={studentRecordPath(student._id)}>
                  <WholeWords text={currentName(student)} />
                </Link>
                <small>{[student.studentCode, student.nickname].filter(Boolean).join(DOT)}</small>
              </span>
              <Button
                icon={UserPlus}
                disabled={isOld || planned.some((other) => other.student._id === student._id)}
                aria-label={`${t('class.put')}: ${currentName(student)}`}
                onClick={() => onAdd(student)}
              >
                {t('class.put')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Asked = { change: EnrolmentChange; row: EnrolmentRow };

/**
 * The question keeps the enrolment as it was when it was asked, and warns if another desk changes
 * it meanwhile.
 */
function useQuestion(
  one: SchoolClass,
  rows: readonly EnrolmentRow[] | undefined,
  onLeft: (done: SavedBoard) => void,
) {
  const { t } = useTranslation('allocation');
  const refresh = useRefreshed();
  const [asked, setAsked] = useState<Asked>();
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setAsked(undefined);
  const done = async (row: EnrolmentRow, mayUndo: boolean) => {
    const { _id, version, status } = row;
    close();
    if (mayUndo && (status === 'withdrawn' || status === 'cancelled')) {
      const lines = [t('roster.out', { name: currentName(row), class: one.classCode })];
      onLeft({ lines, undo: { path: `${enrolments.path}/${_id}/restore`, body: { version } } });
    }
    await refresh();
    // The pressed button may have disappeared with its row.
    if (!document.activeElement || document.activeElement === document.body)
      heading.current?.focus();
  };
  const dialog = asked && (
    <ChangeDialog
      {...asked}
      // After a refusal the row of now is sent, not the one that was refused.
      row={rows?.find(({ _id }) => _id === asked.row._id) ?? asked.row}
      classCode={one.classCode}
      onClose={close}
      onDone={(saved, mayUndo) => void done(saved, mayUndo)}
      onRefused={() => void refresh()}
    />
  );
  return { ask: setAsked, heading, dialog };
}

/** The students in the class and in its queue, with the actions to add and remove them. */
export function Roster({ one }: { one: SchoolClass }) {
  const { t } = useTranslation(['allocation', 'common']);
  const names = useNames();
  const roster = useRoster(one._id);
  const mayWrite = useCan(enrolments.write);
  const isFixed = !useOnline() || !mayWrite;
  const plan = useStudentPlan({
    board: 'roster',
    record: one._id,
    isWritable: mayWrite,
    classCodeOf: () => one.classCode,
  });
  const { ask, heading, dialog } = useQuestion(one, roster.data, plan.showDone);
  const { region, tell } = useAnnouncer();
  const list = useCachedList(classesList, { quiet: true });
  const seated = roster.data?.filter(({ status }) => status !== 'waitlisted') ?? [];
  const queue = roster.data?.filter(({ status }) => status === 'waitlisted') ?? [];
  const add = (student: PlannedEnrolment['student']) => {
    const count = plan.put([{ student, classId: one._id, as: 'pending' }]);
    tell(t('said.put', { count, class: one.classCode }));
  };
  const rowsOf = (rows: readonly EnrolmentRow[]) => (
    <ul className={rowStyles.list}>
      {rows.map((row) => (
        <RosterRow
          key={row._id}
          row={row}
          isFixed={isFixed}
          onAsk={(change) => ask({ change, row })}
        />
      ))}
    </ul>
  );
  return (
    <>
      <PlanHead draft={plan.draft} mayWrite={mayWrite} region={region} />
      <Suspense>{dialog}</Suspense>
      <div className={styles.board}>
        <div className={styles.side}>
          <DndContext>
            <ul className={styles.cards}>
              <BoardClassCard
                one={one}
                names={names}
                asOf={list.fetchedAt}
                planned={plan.values.rows.length}
                isFixed
                heading="h2"
              />
            </ul>
          </DndContext>
          <AddStudent one={one} isFixed={isFixed} planned={plan.values.rows} onAdd={add} />
        </div>
        <div className={styles.side}>
          <section aria-label={t('roster.students')}>
            <h2 ref={heading} tabIndex={-1}>
              {t('roster.students')} <span>{roster.data && seated.length}</span>
            </h2>
            {roster.isError && (
              <LoadFailed
                error={roster.error}
                failed={say('somethingWrong')}
                onRetry={() => void roster.refetch()}
              />
            )}
            {roster.isPending && <p role="status">{t('common:loading')}</p>}
            {roster.data &&
              (seated.length === 0 ? <p role="status">{t('roster.empty')}</p> : rowsOf(seated))}
          </section>
          <section aria-label={t('roster.waiting')}>
            <h2>
              {t('roster.waiting')} <span>{roster.data && queue.length}</span>
            </h2>
            {roster.data && (queue.length === 0 ? <p>{t('roster.noWaiting')}</p> : rowsOf(queue))}
          </section>
        </div>
      </div>
      <PlanFoot plan={plan}>
        <PlanPanel
          plan={plan}
          checks={plan.checks}
          classCodeOf={() => one.classCode}
          onRemoved={tell}
        />
      </PlanFoot>
    </>
  );
}
