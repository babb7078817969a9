import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnplacedStudent } from '#contract/allocation.ts';
import { enrolments } from '#contract/enrolments.ts';
import { say } from '#src/lib/i18n.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useSettled } from '#src/lib/use-settled.ts';
import { useOnline } from '#src/offline/use-online.ts';
import controls from '#src/theme/controls.module.css';
import { useBoardClasses, useNames, useUnplaced } from './board-data.ts';
import { Board } from './board-frame.tsx';
import styles from './board.module.css';
import { ClassesSide } from './classes-side.tsx';
import { PlanHead } from './plan-head.tsx';
import { PlanPanel } from './panels.tsx';
import { useStudentPlan } from './student-plan.ts';
import { StudentFilters, UnplacedList } from './unplaced-list.tsx';
import rowStyles from './rows.module.css';
import { useArrowList } from './use-arrow-list.ts';
import { useSaid } from './use-said.tsx';

const noFilter = { search: '', lastCourseId: '', age: '' };
const nameOf = ({ firstName, lastName }: Pick<UnplacedStudent, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`;

/** Whoever is chosen, also while a search hides them. */
function useChosen(students: readonly UnplacedStudent[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, UnplacedStudent>>(new Map());
  const find = (id: string) => chosen.get(id) ?? students.find(({ _id }) => _id === id);
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const id of ids) {
      const student = find(id);
      if (isChosen && student) next.set(id, student);
      else next.delete(id);
    }
    setChosen(next);
  };
  return { chosen, find, choose, clear: () => setChosen(new Map()) };
}

/** The students of a term without a class, the classes they may come into, and what is planned. */
function useStudentsBoard(termId: string, record: string) {
  const { t } = useTranslation('allocation');
  const names = useNames();
  const [filter, setFilter] = useState(noFilter);
  const unplaced = useUnplaced(termId, { ...filter, search: useSettled(filter.search) });
  const [classSearch, setClassSearch] = useState('');
  const { list, all, shown } = useBoardClasses(termId, ['open', 'running'], names, classSearch);
  const students = unplaced.data?.rows ?? [];
  const { chosen, find, choose, clear } = useChosen(students);
  const [dragged, setDragged] = useState<string>();
  const mayWrite = useCan(enrolments.write);
  const isFixed = !useOnline() || !mayWrite;
  const classCodeOf = (classId: string) => all?.find(({ _id }) => _id === classId)?.classCode ?? '';
  const plan = useStudentPlan({ board: 'allocate-students', record, isWritable: mayWrite, classCodeOf });
  const arrows = useArrowList({ ids: students.map(({ _id }) => _id), onChoose: (ids) => isFixed || choose(ids, true) });
  const { region, tell } = useSaid();
  const put = (classId: string, ids: readonly string[], byKey = false) => {
    const added = ids.flatMap((id) => find(id) ?? []);
    const count = plan.put(added.map((student) => ({ student, classId, as: 'active' })));
    tell(t('said.put', { count, class: classCodeOf(classId) }));
    clear();
    // The button has nothing more to do; the next students are chosen where the last ones were.
    if (byKey) arrows.focus();
  };
  /** All that are chosen, if what is dragged is one of them. */
  const together = (id: string) => (chosen.has(id) ? [...chosen.keys()] : [id]);
  const looked = dragged === undefined ? [...chosen.values()] : together(dragged).flatMap((id) => find(id) ?? []);
  return { ...{ names, filter, setFilter, unplaced, classSearch, setClassSearch, list, shown, students, chosen, find, choose, clear }, ...{ mayWrite, isFixed, classCodeOf, plan, arrows, region, tell, put, together, looked, setDragged } };
}

type Side = { board: ReturnType<typeof useStudentsBoard> };

function StudentsSide({ board: { names, filter, setFilter, unplaced, students, chosen, choose, clear, isFixed, classCodeOf, plan, arrows } }: Side) {
  const { t } = useTranslation(['allocation', 'common']);
  const plannedFor = (studentId: string) => plan.values.rows.filter(({ student }) => student._id === studentId).map(({ classId }) => classCodeOf(classId));
  return (
    <section className={styles.side} aria-label={t('student.without')}>
      <h2>
        {t('student.without')} <span>{unplaced.data?.total}</span>
      </h2>
      <StudentFilters filter={filter} names={names} onChange={setFilter} />
      {chosen.size > 0 && (
        <p className={rowStyles.selected}>
          <span role="status">{t('student.selected', { count: chosen.size })}</span>
          <button type="button" className={controls.button} onClick={clear}>
            {t('student.clear')}
          </button>
        </p>
      )}
      {unplaced.isError && <p role="alert">{say(navigator.onLine ? 'somethingWrong' : 'offlineBanner')}</p>}
      {!unplaced.data && !unplaced.isError && <p role="status">{t('common:loading')}</p>}
      {unplaced.data && (
        <UnplacedList
          {...{ students, names, plannedFor, isFixed, arrows }}
          total={unplaced.data.total}
          chosen={new Set(chosen.keys())}
          isSearched={JSON.stringify(filter) !== JSON.stringify(noFilter)}
          onChoose={choose}
        />
      )}
    </section>
  );
}

/** The board of one term at one branch. */
export function StudentsBoard({ termId, record }: { termId: string; record: string }) {
  const { t } = useTranslation(['allocation', 'common']);
  const board = useStudentsBoard(termId, record);
  const { names, list, shown, classSearch, setClassSearch, chosen, find, mayWrite, isFixed, classCodeOf, plan, region, tell, put, together, looked, setDragged } = board;
  const { rows } = plan.values;
  return (
    <>
      <PlanHead plan={plan} mayWrite={mayWrite} region={region}>
        {rows.length > 0 && <PlanPanel plan={plan} checks={plan.checks} classCodeOf={classCodeOf} onRemoved={tell} />}
      </PlanHead>
      <Board
        steps={[t('step.students'), t('step.classes')]}
        dragged={(id) => (chosen.has(id) && chosen.size > 1 ? t('student.selected', { count: chosen.size }) : nameOf(find(id) ?? { firstName: '', lastName: '' }))}
        onDragged={setDragged}
        onDrop={(id, classId) => put(classId, together(id))}
      >
        <StudentsSide board={board} />
        <section className={styles.side} aria-label={t('class.of')}>
          <h2>
            {t('class.of')} <span>{shown?.length}</span>
          </h2>
          <search className={styles.filters}>
            <input type="search" aria-label={t('class.search')} placeholder={t('class.search')} value={classSearch} onChange={(event) => setClassSearch(event.target.value)} />
          </search>
          {!shown && <p role="status">{list.failed ? say('somethingWrong') : t('common:loading')}</p>}
          {shown && <ClassesSide classes={shown} names={names} asOf={list.fetchedAt} chosen={looked} plannedIn={(id) => rows.filter(({ classId }) => classId === id).length} isFixed={isFixed} onPut={put} />}
        </section>
      </Board>
    </>
  );
}
