import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { UnplacedStudent } from '#contract/allocation.ts';
import type { SchoolClass } from '#contract/classes.ts';
import { MAX_CHECKED_AT_ONCE, type CheckedRow, type EnrolledRow } from '#contract/enrolling.ts';
import { enrolments } from '#contract/enrolments.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { UnsavedGuard } from '#src/components/page/unsaved-guard.tsx';
import { say } from '#src/lib/i18n.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useSettled } from '#src/lib/use-settled.ts';
import { useOnline } from '#src/offline/use-online.ts';
import controls from '#src/theme/controls.module.css';
import { useBoardClasses, useBoardTerm, useNames, useUnplaced, type Names, type StudentFilter } from './board-data.ts';
import { Board, ReadOnlyNotice, TermChoice } from './board-frame.tsx';
import styles from './board.module.css';
import { ClassCard } from './class-card.tsx';
import { DonePanel, type Done } from './done-panel.tsx';
import { useChecks, useFindingText, useRefreshed, type Planned } from './enrolling.ts';
import { PlanPanel } from './plan-panel.tsx';
import { StudentFilters, UnplacedList } from './unplaced-list.tsx';
import rowStyles from './rows.module.css';

const noFilter: StudentFilter = { search: '', lastCourseId: '', age: '' };

/** What a class would say to those who are chosen, before they are put into it. */
function CardMark({ rows }: { rows: readonly CheckedRow[] }) {
  const { t } = useTranslation('allocation');
  const findingText = useFindingText();
  const [first] = rows;
  if (!first) return null;
  const against = rows.filter(({ findings }) => findings.length > 0);
  if (against.length === 0) {
    return (
      <p className={rowStyles.mark} data-weight="ok">
        <CircleCheck aria-hidden size={16} />
        {t('check.ok')}
      </p>
    );
  }
  const isBlocked = against.some(({ findings }) => findings.some(({ weight }) => weight === 'block'));
  const words = rows.length === 1 ? first.findings.map((finding) => findingText(finding)).join('; ') : t('check.count', { count: against.length, total: rows.length });
  return (
    <p className={rowStyles.mark} data-weight={isBlocked ? 'block' : 'warn'}>
      <TriangleAlert aria-hidden size={16} />
      {words}
    </p>
  );
}

type ClassesSideProps = { classes: readonly SchoolClass[]; names: Names; asOf: number; chosen: readonly UnplacedStudent[]; isFixed: boolean; onPut: (classId: string, ids: readonly string[]) => void };

function ClassesSide({ classes, names, asOf, chosen, isFixed, onPut }: ClassesSideProps) {
  const { t } = useTranslation('allocation');
  const pairs = classes.flatMap(({ _id: classId }) => chosen.map(({ _id: studentId }) => ({ studentId, classId, as: 'active' as const })));
  const checks = useChecks(isFixed ? [] : pairs.slice(0, MAX_CHECKED_AT_ONCE), false);
  if (classes.length === 0) return <p role="status">{t('class.none')}</p>;
  const marksOf = (classId: string) => (chosen.length === 0 ? [] : (checks.data?.filter((row) => row.classId === classId && chosen.some(({ _id }) => _id === row.studentId)) ?? []));
  return (
    <ul className={styles.cards}>
      {classes.map((one) => (
        <ClassCard key={one._id} one={one} names={names} asOf={asOf} isFixed={isFixed} mark={<CardMark rows={marksOf(one._id)} />}>
          <button type="button" className={controls.button} aria-label={`${t('class.put')}: ${one.classCode}`} disabled={isFixed || chosen.length === 0} onClick={() => onPut(one._id, chosen.map(({ _id }) => _id))}>
            {t('class.put')}
          </button>
          <Link className={controls.button} aria-label={`${t('class.roster')}: ${one.classCode}`} to={editPath(paths.editStudentsToClass, one._id)}>
            {t('class.roster')}
          </Link>
        </ClassCard>
      ))}
    </ul>
  );
}

/** What the board holds until it is saved. */
function usePlan(students: readonly UnplacedStudent[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, UnplacedStudent>>(new Map());
  const [planned, setPlanned] = useState<readonly Planned[]>([]);
  const find = (id: string) => chosen.get(id) ?? students.find(({ _id }) => _id === id);
  const choose = (id: string, isChosen: boolean) => {
    const next = new Map(chosen);
    const student = find(id);
    if (isChosen && student) next.set(id, student);
    else next.delete(id);
    setChosen(next);
  };
  const put = (classId: string, ids: readonly string[]) => {
    const added = ids.flatMap((id) => {
      const student = find(id);
      const isThere = planned.some((one) => one.student._id === id && one.classId === classId);
      return student && !isThere ? [{ student, classId, as: 'active' as const }] : [];
    });
    setPlanned([...planned, ...added]);
    setChosen(new Map());
  };
  return { chosen, choose, clear: () => setChosen(new Map()), planned, setPlanned, put, find };
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`;

/** Students who have no class yet on one side, the classes of the term on the other: chosen, dropped or put in by a button, saved at once. */
export function AllocateStudentsPage() {
  const { t } = useTranslation(['allocation', 'shell', 'common']);
  const { list: termList, terms, term, choose } = useBoardTerm();
  const names = useNames();
  const [filter, setFilter] = useState(noFilter);
  const asked = useSettled(filter.search);
  const unplaced = useUnplaced(term?._id, { ...filter, search: asked });
  const [classSearch, setClassSearch] = useState('');
  const { list, all, shown } = useBoardClasses(term?._id, ['open', 'running'], names, classSearch);
  const students = unplaced.data?.rows ?? [];
  const plan = usePlan(students);
  const [done, setDone] = useState<Done>();
  const refresh = useRefreshed();
  const mayWrite = useCan(enrolments.write);
  const isFixed = !useOnline() || !mayWrite;
  const classCodeOf = (classId: string) => all?.find(({ _id }) => _id === classId)?.classCode ?? '';
  const saved = (rows: EnrolledRow[], planned: readonly Planned[]) => {
    const lines = rows.map(({ classId, status, waitPosition, studentId }) => {
      const who = planned.find(({ student }) => student._id === studentId)?.student;
      const how = [t(`plan.entry.${status as 'active'}`), waitPosition !== null && t('done.place', { place: waitPosition })].filter(Boolean).join(', ');
      return `${who ? nameOf(who) : ''} → ${classCodeOf(classId)}: ${how}`;
    });
    setDone({ lines, undo: { path: '/enrolments/undo', body: { rows: rows.map(({ _id, version, studentVersion }) => ({ _id, version, studentVersion })) } } });
    plan.setPlanned([]);
    void refresh();
  };
  const closeDone = () => {
    setDone(undefined);
    void refresh();
  };
  return (
    <>
      <PageHeader title={t('shell:nav.allocateStudents')} />
      <UnsavedGuard isDirty={() => plan.planned.length > 0} isUnsafe={() => plan.planned.length > 0} onLeave={() => plan.setPlanned([])} />
      <div className={styles.head}>
        <TermChoice isLoaded={termList.rows !== undefined} terms={terms} term={term} onChoose={choose} />
      </div>
      <ReadOnlyNotice mayWrite={mayWrite} />
      {done && <DonePanel done={done} onClose={closeDone} onUndone={closeDone} />}
      {plan.planned.length > 0 && <PlanPanel planned={plan.planned} classCodeOf={classCodeOf} onChange={plan.setPlanned} onSaved={saved} />}
      <Board
        steps={[t('step.students'), t('step.classes')]}
        dragged={(id) => (plan.chosen.has(id) && plan.chosen.size > 1 ? t('student.selected', { count: plan.chosen.size }) : nameOf(plan.find(id) ?? { firstName: '', lastName: '' }))}
        onDrop={(id, classId) => plan.put(classId, plan.chosen.has(id) ? [...plan.chosen.keys()] : [id])}
      >
        <section className={styles.side} aria-label={t('student.without')}>
          <h2>
            {t('student.without')} <span>{unplaced.data?.total}</span>
          </h2>
          <StudentFilters filter={filter} names={names} onChange={setFilter} />
          {plan.chosen.size > 0 && (
            <p className={rowStyles.selected}>
              {t('student.selected', { count: plan.chosen.size })}
              <button type="button" className={controls.button} onClick={plan.clear}>
                {t('student.clear')}
              </button>
            </p>
          )}
          {unplaced.isError && <p role="alert">{say(navigator.onLine ? 'somethingWrong' : 'offlineBanner')}</p>}
          {!unplaced.data && !unplaced.isError && <p role="status">{t('common:loading')}</p>}
          {unplaced.data && <UnplacedList students={students} total={unplaced.data.total} names={names} chosen={new Set(plan.chosen.keys())} isFixed={isFixed} isSearched={JSON.stringify(filter) !== JSON.stringify(noFilter)} onChoose={plan.choose} />}
        </section>
        <section className={styles.side} aria-label={t('class.of')}>
          <h2>
            {t('class.of')} <span>{shown?.length}</span>
          </h2>
          <search className={styles.filters}>
            <input type="search" aria-label={t('class.search')} placeholder={t('class.search')} value={classSearch} onChange={(event) => setClassSearch(event.target.value)} />
          </search>
          {!shown && <p role="status">{list.failed ? say('somethingWrong') : t('common:loading')}</p>}
          {shown && <ClassesSide classes={shown} names={names} asOf={list.fetchedAt} chosen={[...plan.chosen.values()]} isFixed={isFixed} onPut={plan.put} />}
        </section>
      </Board>
    </>
  );
}
