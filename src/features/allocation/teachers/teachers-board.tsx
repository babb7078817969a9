import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classesList } from '#contract/classes/classes-list.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { Tick } from '#src/components/kit/tick.tsx';
import { ComesFirst } from '#src/components/page/comes-first.tsx';
import { paths } from '#src/lib/paths.ts';
import { say } from '#src/lib/text/i18n.ts';
import { showToast } from '#src/lib/toast.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { isOfBranch, useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { useBoardClasses, useNames } from '#src/features/allocation/board-data.ts';
import { Board } from '#src/features/allocation/board-frame.tsx';
import styles from '#src/features/allocation/board.module.css';
import { TeacherPlan } from '#src/features/allocation/panels.tsx';
import { PlanFoot, PlanHead } from '#src/features/allocation/plan-head.tsx';
import rowStyles from '#src/features/allocation/rows.module.css';
import { useAssignments, type PlannedClass } from './teacher-assignments.ts';
import { ClassRow, TeacherCard, useMarks } from './teacher-sides.tsx';
import { useAnnouncer } from '#src/components/feedback/use-announcer.tsx';

type BoardProps = { termId: string; record: string };

/** The classes of a term, the teachers who may take them, and the changes that are planned. */
function useTeachersBoard({ termId, record }: BoardProps) {
  const { t } = useTranslation('allocation');
  const names = useNames();
  const [onlyWithout, setOnlyWithout] = useState(true);
  const { list, all } = useBoardClasses(termId, ['draft', 'open', 'running'], names, '');
  const [chosenId, setChosen] = useState<string>();
  const [draggedId, setDragged] = useState<string>();
  const mayWrite = useCan(classesList.write);
  const isFixed = !useOnline() || !mayWrite;
  const lineOf = ({ classCode, teacherId }: PlannedClass) =>
    `${classCode} → ${names.teacher(teacherId) ?? t('teacher.takesFrom')}`;
  const plan = useAssignments({ record, isWritable: mayWrite, all, lineOf });
  const plannedOf = (one: SchoolClass) =>
    plan.values.rows.find(({ classId }) => classId === one._id);
  const shown = all?.filter((one) => !plannedOf(one) && (!onlyWithout || one.teacherId === null));
  const chosen = shown?.find(({ _id }) => _id === chosenId);
  const looked = shown?.find(({ _id }) => _id === draggedId) ?? chosen;
  const selectedBranch = useSelectedBranchId();
  // With all branches on the board a selected class narrows the teachers to its branch. A dragged
  // one does not, because the teachers would move under the pointer.
  const staff = names.teachers?.filter(
    (one) => one.status === 'active' && isOfBranch(one, chosen?.branchId ?? selectedBranch),
  );
  const marks = useMarks(
    looked,
    staff?.filter(({ branchIds }) => looked && branchIds.includes(looked.branchId)) ?? [],
    isFixed,
  );
  const loadOf = (teacherId: string) =>
    (all ?? [])
      .filter((one) => (plannedOf(one) ?? one).teacherId === teacherId)
      .reduce((sum, { slots }) => sum + slots.length, 0);
  const { region, tell } = useAnnouncer();
  const classList = useRef<HTMLUListElement>(null);
  const give = (classId: string, teacherId: string | null, byKey = false) => {
    const row = all?.find(({ _id }) => _id === classId);
    if (!row) return;
    if (
      teacherId !== null &&
      !staff?.some(({ _id, branchIds }) => _id === teacherId && branchIds.includes(row.branchId))
    )
      return showToast('error', t('class.otherBranch'));
    plan.give(row, teacherId);
    tell(
      teacherId === null
        ? t('said.taken', { class: row.classCode })
        : t('said.given', { class: row.classCode, name: names.teacher(teacherId) }),
    );
    // The next class has taken this one's position; without one there is nothing left to select.
    const at = shown?.findIndex(({ _id }) => _id === classId) ?? -1;
    const next = shown?.[at + 1] ?? shown?.[at - 1];
    setChosen(byKey ? next?._id : undefined);
    if (byKey && next)
      classList.current?.querySelector<HTMLInputElement>(`input[value="${next._id}"]`)?.focus();
  };
  return {
    names,
    onlyWithout,
    setOnlyWithout,
    list,
    all,
    shown,
    chosen,
    setChosen,
    looked,
    setDragged,
    staff,
    marks,
    loadOf,
    mayWrite,
    isFixed,
    lineOf,
    plan,
    region,
    tell,
    give,
    classList,
  };
}

type Side = { board: ReturnType<typeof useTeachersBoard> };

function ClassSide({
  board: {
    names,
    onlyWithout,
    setOnlyWithout,
    list,
    all,
    shown,
    chosen,
    setChosen,
    isFixed,
    give,
    classList,
  },
}: Side) {
  const { t } = useTranslation(['allocation', 'common']);
  return (
    <section className={styles.side} aria-label={t('class.of')}>
      <h2>
        {t('class.of')} <span>{shown?.length}</span>
      </h2>
      <Tick checked={onlyWithout} onChange={(event) => setOnlyWithout(event.target.checked)}>
        {t('class.onlyWithout')}
      </Tick>
      {!shown && <p role="status">{list.failed ? say('somethingWrong') : t('common:loading')}</p>}
      {shown?.length === 0 && (all?.length ?? 0) > 0 && (
        <p role="status">{t(onlyWithout ? 'teacher.allHave' : 'class.none')}</p>
      )}
      {all?.length === 0 && (
        <ComesFirst
          text={t('class.none')}
          to={paths.addClass}
          page="addClass"
          action="classes:write"
        />
      )}
      {shown && shown.length > 0 && (
        <ul ref={classList} className={`${rowStyles.list} ${rowStyles.people}`}>
          {shown.map((one) => (
            <ClassRow
              key={one._id}
              one={one}
              names={names}
              isFixed={isFixed}
              isChosen={one === chosen}
              onChoose={() => setChosen(one._id)}
              onTake={(byKey) => give(one._id, null, byKey)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function TeacherSide({ board: { chosen, looked, staff, marks, loadOf, isFixed, give } }: Side) {
  const { t } = useTranslation('allocation');
  return (
    <section className={styles.side} aria-label={t('teacher.of')}>
      <h2>{t('teacher.of')}</h2>
      <p role="status">
        {chosen ? t('teacher.chosen', { class: chosen.classCode }) : t('teacher.choose')}
      </p>
      {staff?.length === 0 && (
        <ComesFirst
          text={t('teacher.none')}
          to={paths.addTeacher}
          page="addTeacher"
          action="teachers:write"
        />
      )}
      <ul className={`${styles.cards} ${styles.rows}`}>
        {staff?.map((teacher) => (
          <TeacherCard
            key={teacher._id}
            teacher={teacher}
            load={loadOf(teacher._id)}
            checked={looked && marks.data?.find(({ teacherId }) => teacherId === teacher._id)}
            isFixed={isFixed}
            chosen={looked}
            onGive={(byKey) => chosen && give(chosen._id, teacher._id, byKey)}
          />
        ))}
      </ul>
    </section>
  );
}

/** The board of one term, at the selected branch. */
export function TeachersBoard(props: BoardProps) {
  const { t } = useTranslation('allocation');
  const board = useTeachersBoard(props);
  const { names, all, setDragged, mayWrite, lineOf, plan, region, tell, give } = board;
  return (
    <>
      <PlanHead draft={plan.draft} mayWrite={mayWrite} region={region} />
      <Board
        steps={[t('step.classes'), t('step.teachers')]}
        dragged={(id) => all?.find(({ _id }) => _id === id)?.classCode}
        onDragged={setDragged}
        onDrop={give}
      >
        <ClassSide board={board} />
        <TeacherSide board={board} />
      </Board>
      <PlanFoot plan={plan}>
        <TeacherPlan plan={plan} nameOf={names.teacher} lineOf={lineOf} onRemoved={tell} />
      </PlanFoot>
    </>
  );
}
