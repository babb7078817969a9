import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnplacedStudent } from '#contract/classes/allocation.ts';
import { enrolments } from '#contract/classes/enrolments.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { InputBox } from '#src/components/kit/field.tsx';
import { say } from '#src/lib/text/i18n.ts';
import { showToast } from '#src/lib/toast.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useSettled } from '#src/lib/browser/use-settled.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { useBoardClasses, useNames, useUnplaced } from '#src/features/allocation/board-data.ts';
import { Board } from '#src/features/allocation/board-frame.tsx';
import styles from '#src/features/allocation/board.module.css';
import { ClassesSide } from './classes-side.tsx';
import { PlanFoot, PlanHead } from '#src/features/allocation/plan-head.tsx';
import { PlanPanel } from '#src/features/allocation/panels.tsx';
import { useStudentPlan } from './student-plan.ts';
import { StudentFilters, UnplacedList } from './unplaced-list.tsx';
import { SelectionLine } from './selection-line.tsx';
import { useArrowList } from './use-arrow-list.ts';
import { useAnnouncer } from '#src/components/feedback/use-announcer.tsx';
import { takesCards } from '#src/components/scan/takes-scan.ts';
import { currentName } from '#src/lib/text/person-name.ts';

const noFilter = { search: '', lastCourseId: '', age: '' };

/** The selected students, including those that a search hides. */
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

/** The students of a term without a class, the possible classes, and the plan. */
function useStudentsBoard(termId: string, record: string) {
  const { t } = useTranslation('allocation');
  const names = useNames();
  const [filter, setFilter] = useState(noFilter);
  const search = useSettled(filter.search);
  const unplaced = useUnplaced(termId, useSelectedBranchId(), { ...filter, search });
  const isOld = search !== filter.search || unplaced.isPlaceholderData;
  const [classSearch, setClassSearch] = useState('');
  const { list, all, shown } = useBoardClasses(termId, ['open', 'running'], names, classSearch);
  const students = unplaced.data?.rows ?? [];
  const { chosen, find, choose, clear } = useChosen(students);
  const [dragged, setDragged] = useState<string>();
  const mayWrite = useCan(enrolments.write);
  const isFixed = !useOnline() || !mayWrite;
  const classCodeOf = (classId: string) => all?.find(({ _id }) => _id === classId)?.classCode ?? '';
  const plan = useStudentPlan({
    board: 'allocate-students',
    record,
    isWritable: mayWrite,
    classCodeOf,
  });
  const arrows = useArrowList({
    ids: students.map(({ _id }) => _id),
    onChoose: (ids) => isFixed || isOld || choose(ids, true),
  });
  const { region, tell } = useAnnouncer();
  const put = (classId: string, ids: readonly string[], byKey = false) => {
    const added = ids.flatMap((id) => find(id) ?? []);
    const target = all?.find(({ _id }) => _id === classId);
    // Students join classes of their own branch only; on a board with all branches a drop may be on
    // another one.
    if (added.some(({ homeBranchId }) => homeBranchId !== target?.branchId))
      return showToast('error', t('class.otherBranch'));
    const count = plan.put(added.map((student) => ({ student, classId, as: 'pending' })));
    tell(t('said.put', { count, class: classCodeOf(classId) }));
    clear();
    // The button has become useless, so the focus goes back to the list, where the next students
    // are selected.
    if (byKey) arrows.focus();
  };
  /** All selected students, if the dragged one is among them. */
  const together = (id: string) => (chosen.has(id) ? [...chosen.keys()] : [id]);
  const looked =
    dragged === undefined
      ? [...chosen.values()]
      : together(dragged).flatMap((id) => find(id) ?? []);
  return {
    names,
    filter,
    setFilter,
    unplaced,
    isOld,
    classSearch,
    setClassSearch,
    list,
    shown,
    students,
    chosen,
    find,
    choose,
    clear,
    mayWrite,
    isFixed,
    classCodeOf,
    plan,
    arrows,
    region,
    tell,
    put,
    together,
    looked,
    setDragged,
  };
}

type Side = { board: ReturnType<typeof useStudentsBoard> };

function StudentsSide({
  board: {
    names,
    filter,
    setFilter,
    unplaced,
    isOld,
    students,
    chosen,
    choose,
    clear,
    isFixed,
    classCodeOf,
    plan,
    arrows,
  },
}: Side) {
  const { t } = useTranslation(['allocation', 'common']);
  const keysId = useId();
  const plannedFor = (studentId: string) =>
    plan.values.rows
      .filter(({ student }) => student._id === studentId)
      .map(({ classId }) => classCodeOf(classId));
  return (
    <section className={styles.side} aria-label={t('student.without')}>
      <h2>
        {t('student.without')} <span>{unplaced.data?.total}</span>
      </h2>
      <StudentFilters filter={filter} names={names} onChange={setFilter} />
      <SelectionLine chosen={chosen} onClear={clear} keysId={keysId} />
      {unplaced.isError && <p role="alert">{readFailureText(unplaced.error)}</p>}
      {!unplaced.data && !unplaced.isError && <p role="status">{t('common:loading')}</p>}
      {unplaced.data && (
        <UnplacedList
          students={students}
          names={names}
          plannedFor={plannedFor}
          isFixed={isFixed}
          isOld={isOld}
          arrows={arrows}
          keysId={keysId}
          total={unplaced.data.total}
          chosen={new Set(chosen.keys())}
          isSearched={JSON.stringify(filter) !== JSON.stringify(noFilter)}
          onChoose={choose}
        />
      )}
    </section>
  );
}

/** The board of one term, at the selected branch. */
export function StudentsBoard({ termId, record }: { termId: string; record: string }) {
  const { t } = useTranslation(['allocation', 'common']);
  const board = useStudentsBoard(termId, record);
  const {
    names,
    list,
    shown,
    classSearch,
    setClassSearch,
    chosen,
    find,
    clear,
    mayWrite,
    isFixed,
    classCodeOf,
    plan,
    region,
    tell,
    put,
    together,
    looked,
    setDragged,
  } = board;
  const { rows } = plan.values;
  return (
    <>
      <PlanHead draft={plan.draft} mayWrite={mayWrite} region={region} />
      <Board
        steps={[t('step.students'), t('step.classes')]}
        dragged={(id) =>
          chosen.has(id) && chosen.size > 1
            ? t('student.selected', { count: chosen.size })
            : currentName(find(id) ?? { firstName: '', lastName: '' })
        }
        onDragged={setDragged}
        selection={<SelectionLine chosen={chosen} onClear={clear} isNamed />}
        onDrop={(id, classId) => put(classId, together(id))}
      >
        <StudentsSide board={board} />
        <section className={styles.side} aria-label={t('class.of')}>
          <h2>
            {t('class.of')} <span>{shown?.length}</span>
          </h2>
          <search className={styles.filters}>
            <InputBox>
              <input
                {...takesCards}
                type="search"
                aria-label={t('class.search')}
                placeholder={t('class.search')}
                value={classSearch}
                onChange={(event) => setClassSearch(event.target.value)}
              />
            </InputBox>
          </search>
          {!shown && (
            <p role="status">{list.failed ? say('somethingWrong') : t('common:loading')}</p>
          )}
          {shown && (
            <ClassesSide
              classes={shown}
              names={names}
              asOf={list.fetchedAt}
              chosen={looked}
              plannedIn={(id) => rows.filter(({ classId }) => classId === id).length}
              isFixed={isFixed}
              onPut={put}
            />
          )}
        </section>
      </Board>
      <PlanFoot plan={plan}>
        <PlanPanel plan={plan} checks={plan.checks} classCodeOf={classCodeOf} onRemoved={tell} />
      </PlanFoot>
    </>
  );
}
