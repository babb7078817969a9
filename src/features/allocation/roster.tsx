import { useQuery } from '@tanstack/react-query';
import { DndContext } from '@dnd-kit/core';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes, type SchoolClass } from '#contract/classes.ts';
import type { EnrolmentChange } from '#contract/enrolling.ts';
import { enrolments, presentStatuses, type EnrolmentRow } from '#contract/enrolments.ts';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { api } from '#src/lib/api.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useSettled } from '#src/lib/use-settled.ts';
import { useCachedList } from '#src/offline/cached-list.ts';
import { useOnline } from '#src/offline/use-online.ts';
import controls from '#src/theme/controls.module.css';
import { useNames, useUnplaced } from './board-data.ts';
import styles from './board.module.css';
import { ClassCard } from './class-card.tsx';
import type { Done } from './done-panel.tsx';
import { useRefreshed, type Planned } from './enrolling.ts';
import { PlanHead } from './plan-head.tsx';
import { ChangeDialog, PlanPanel } from './panels.tsx';
import { RosterRow } from './roster-row.tsx';
import rowStyles from './rows.module.css';
import { useStudentPlan } from './student-plan.ts';
import { useSaid } from './use-said.tsx';

function useRoster(classId: string) {
  const query = { classId, status: [...presentStatuses, 'expired'].join(',') };
  return useQuery({
    queryKey: ['enrolments', 'roster', classId],
    queryFn: ({ signal }) => api.get<EnrolmentRow[]>(enrolments.path, { query, signal, quiet: true }),
    meta: { seatsOf: classId },
  });
}

type AddProps = { one: SchoolClass; isFixed: boolean; planned: readonly Planned[]; onAdd: (student: Planned['student']) => void };

/** Looks for students of the term without a class. */
function AddStudent({ one, isFixed, planned, onAdd }: AddProps) {
  const { t } = useTranslation('allocation');
  const [search, setSearch] = useState('');
  const asked = useSettled(search).trim();
  const found = useUnplaced(asked === '' ? undefined : one.termId, { search: asked, lastCourseId: '', age: '' });
  const students = asked === '' ? [] : (found.data?.rows.slice(0, 8) ?? []);
  return (
    <section className={styles.side} aria-label={t('roster.add')}>
      <h2>{t('roster.add')}</h2>
      <search className={styles.filters}>
        <input type="search" disabled={isFixed} aria-label={t('roster.find')} placeholder={t('roster.find')} value={search} onChange={(event) => setSearch(event.target.value)} />
      </search>
      {asked !== '' && found.data && students.length === 0 && <p role="status">{t('student.noMatch')}</p>}
      {students.length > 0 && (
        <ul className={rowStyles.list}>
          {students.map((student) => (
            <li key={student._id} className={rowStyles.row}>
              <span className={rowStyles.who}>
                {`${student.firstName} ${student.lastName}`}
                <small>{[student.studentCode, student.nickname].filter(Boolean).join(' · ')}</small>
              </span>
              <button type="button" className={controls.button} disabled={planned.some((other) => other.student._id === student._id)} aria-label={`${t('class.put')}: ${student.firstName} ${student.lastName}`} onClick={() => onAdd(student)}>
                <UserPlus aria-hidden size={18} />
                {t('class.put')}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Asked = { change: EnrolmentChange; row: EnrolmentRow };

/** The question about somebody as they were when it was asked: it stays, and tells of it, when another desk changes them meanwhile. */
function useQuestion(one: SchoolClass, onLeft: (done: Done) => void) {
  const { t } = useTranslation('allocation');
  const refresh = useRefreshed();
  const [asked, setAsked] = useState<Asked>();
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setAsked(undefined);
  const done = async ({ _id, version, status, firstName, lastName }: EnrolmentRow) => {
    close();
    if (status === 'withdrawn' || status === 'cancelled') {
      const lines = [t('roster.out', { name: `${firstName} ${lastName}`, class: one.classCode })];
      onLeft({ lines, undo: { path: `${enrolments.path}/${_id}/restore`, body: { version } } });
    }
    await refresh();
    // The button that was pressed may have gone with its row.
    if (!document.activeElement || document.activeElement === document.body) heading.current?.focus();
  };
  const dialog = asked && <ChangeDialog {...asked} one={one} onClose={close} onDone={(saved) => void done(saved)} onRefused={() => void refresh()} />;
  return { ask: setAsked, heading, dialog };
}

/** Who sits in the class, who waits, and how they leave or come in. */
export function Roster({ one }: { one: SchoolClass }) {
  const { t } = useTranslation(['allocation', 'common']);
  const names = useNames();
  const roster = useRoster(one._id);
  const mayWrite = useCan(enrolments.write);
  const isFixed = !useOnline() || !mayWrite;
  const plan = useStudentPlan({ board: 'roster', record: one._id, isWritable: mayWrite, classCodeOf: () => one.classCode });
  const { ask, heading, dialog } = useQuestion(one, plan.showDone);
  const { region, tell } = useSaid();
  const list = useCachedList(classes, { quiet: true });
  const seated = roster.data?.filter(({ status }) => status !== 'waitlisted') ?? [];
  const queue = roster.data?.filter(({ status }) => status === 'waitlisted') ?? [];
  const add = (student: Planned['student']) => {
    const count = plan.put([{ student, classId: one._id, as: 'active' }]);
    tell(t('said.put', { count, class: one.classCode }));
  };
  const rowsOf = (rows: readonly EnrolmentRow[]) => (
    <ul className={rowStyles.list}>
      {rows.map((row) => (
        <RosterRow key={row._id} row={row} isFixed={isFixed} onAsk={(change) => ask({ change, row })} />
      ))}
    </ul>
  );
  return (
    <>
      <PlanHead plan={plan} mayWrite={mayWrite} region={region}>
        {plan.values.rows.length > 0 && <PlanPanel plan={plan} checks={plan.checks} classCodeOf={() => one.classCode} onRemoved={tell} />}
        {dialog}
      </PlanHead>
      <div className={styles.board}>
        <div className={styles.side}>
          <DndContext>
            <ul className={styles.cards}>
              <ClassCard one={one} names={names} asOf={list.fetchedAt} planned={plan.values.rows.length} isFixed heading="h2" />
            </ul>
          </DndContext>
          <AddStudent one={one} isFixed={isFixed} planned={plan.values.rows} onAdd={add} />
        </div>
        <div className={styles.side}>
          <section aria-label={t('roster.students')}>
            <h2 ref={heading} tabIndex={-1}>
              {t('roster.students')} <span>{roster.data && seated.length}</span>
            </h2>
            {roster.isError && <LoadFailed error={roster.error} failed="somethingWrong" onRetry={() => void roster.refetch()} />}
            {roster.isPending && <p role="status">{t('common:loading')}</p>}
            {roster.data && (seated.length === 0 ? <p role="status">{t('roster.empty')}</p> : rowsOf(seated))}
          </section>
          <section aria-label={t('roster.waiting')}>
            <h2>
              {t('roster.waiting')} <span>{roster.data && queue.length}</span>
            </h2>
            {roster.data && (queue.length === 0 ? <p>{t('roster.noWaiting')}</p> : rowsOf(queue))}
          </section>
        </div>
      </div>
    </>
  );
}
