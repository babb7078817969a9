import { useQuery } from '@tanstack/react-query';
import { DndContext } from '@dnd-kit/core';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { classes, type SchoolClass } from '#contract/classes.ts';
import { enrolments, presentStatuses, type EnrolmentRow } from '#contract/enrolments.ts';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import { UnsavedGuard } from '#src/components/page/unsaved-guard.tsx';
import { api } from '#src/lib/api.ts';
import { paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useSettled } from '#src/lib/use-settled.ts';
import { useCachedList } from '#src/offline/cached-list.ts';
import { useOnline } from '#src/offline/use-online.ts';
import controls from '#src/theme/controls.module.css';
import { useNames, useUnplaced } from './board-data.ts';
import { ReadOnlyNotice } from './board-frame.tsx';
import styles from './board.module.css';
import { ClassCard } from './class-card.tsx';
import { DonePanel, type Done } from './done-panel.tsx';
import { useRefreshed, type Planned } from './enrolling.ts';
import { PlanPanel } from './plan-panel.tsx';
import { RosterRow } from './roster-row.tsx';
import rowStyles from './rows.module.css';

function useRoster(classId: string) {
  const query = { classId, status: [...presentStatuses, 'expired'].join(',') };
  return useQuery({
    queryKey: ['enrolments', 'roster', classId],
    queryFn: ({ signal }) => api.get<EnrolmentRow[]>(enrolments.path, { query, signal, quiet: true }),
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

/** Who sits in the class, who waits, and how they leave or come in. */
function Roster({ one }: { one: SchoolClass }) {
  const { t } = useTranslation(['allocation', 'common']);
  const names = useNames();
  const roster = useRoster(one._id);
  const refresh = useRefreshed();
  const mayWrite = useCan(enrolments.write);
  const isFixed = !useOnline() || !mayWrite;
  const [planned, setPlanned] = useState<readonly Planned[]>([]);
  const [done, setDone] = useState<Done>();
  const list = useCachedList(classes, { quiet: true });
  const seated = roster.data?.filter(({ status }) => status !== 'waitlisted') ?? [];
  const queue = roster.data?.filter(({ status }) => status === 'waitlisted') ?? [];
  const finish = () => {
    setDone(undefined);
    void refresh();
  };
  const rowsOf = (rows: readonly EnrolmentRow[]) => (
    <ul className={rowStyles.list}>
      {rows.map((row) => (
        <RosterRow key={row._id} row={row} one={one} isFixed={isFixed} onChanged={() => void refresh()} />
      ))}
    </ul>
  );
  return (
    <>
      <UnsavedGuard isDirty={() => planned.length > 0} isUnsafe={() => planned.length > 0} onLeave={() => setPlanned([])} />
      <ReadOnlyNotice mayWrite={mayWrite} />
      {done && <DonePanel done={done} onClose={finish} onUndone={finish} />}
      {planned.length > 0 && (
        <PlanPanel
          planned={planned}
          classCodeOf={() => one.classCode}
          onChange={setPlanned}
          onSaved={(rows, saved) => {
            setDone({ lines: saved.map(({ student, as }) => `${student.firstName} ${student.lastName}: ${t(`plan.entry.${as}`)}`), undo: { path: '/enrolments/undo', body: { rows: rows.map(({ _id, version, studentVersion }) => ({ _id, version, studentVersion })) } } });
            setPlanned([]);
            void refresh();
          }}
        />
      )}
      <div className={styles.board}>
        <div className={styles.side}>
          <DndContext>
            <ul className={styles.cards}>
              <ClassCard one={one} names={names} asOf={list.fetchedAt} isFixed heading="h2" />
            </ul>
          </DndContext>
          <AddStudent one={one} isFixed={isFixed} planned={planned} onAdd={(student) => setPlanned([...planned, { student, classId: one._id, as: 'active' }])} />
        </div>
        <div className={styles.side}>
          <section aria-label={t('roster.students')}>
            <h2>
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

/** The students of one class. */
export function RosterPage() {
  const { t } = useTranslation(['allocation', 'shell', 'common']);
  const [search] = useSearchParams();
  const id = search.get('id');
  const list = useCachedList(classes, { quiet: true });
  const one = list.rows?.find(({ _id }) => _id === id);
  return (
    <>
      <PageHeader title={t('shell:page.editStudentsToClass')} back={paths.allocateStudents} />
      {one && <Roster one={one} />}
      {!one && id !== null && !list.rows && !list.error && <p role="status">{t('common:loading')}</p>}
      {!one && (id === null || list.rows !== undefined || list.error !== null) && (
        <PageState icon={Users} title={t(id === null ? 'roster.choose' : 'roster.missing')}>
          <Link className={controls.button} to={paths.allocateStudents}>
            {t('roster.toBoard')}
          </Link>
        </PageState>
      )}
    </>
  );
}
