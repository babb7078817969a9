import { useQuery } from '@tanstack/react-query';
import { useDraggable, useDroppable } from '@dnd-kit/core';
import { CircleCheck, GripVertical, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedAssignment } from '#contract/allocation.ts';
import { classes, type SchoolClass } from '#contract/classes.ts';
import type { Teacher } from '#contract/teachers.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { UnsavedGuard } from '#src/components/page/unsaved-guard.tsx';
import { api } from '#src/lib/api.ts';
import { showDay } from '#src/lib/day.ts';
import { say } from '#src/lib/i18n.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useOnline } from '#src/offline/use-online.ts';
import controls from '#src/theme/controls.module.css';
import { useBoardClasses, useBoardTerm, useDeskBranch, useNames, type Names } from './board-data.ts';
import { Board, ReadOnlyNotice, TermChoice } from './board-frame.tsx';
import styles from './board.module.css';
import { useTimes } from './class-card.tsx';
import { DonePanel, type Done } from './done-panel.tsx';
import { useRefreshed } from './enrolling.ts';
import { TeacherPlan, type PlannedClass } from './teacher-plan.tsx';
import rowStyles from './rows.module.css';

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`;

type ClassRowProps = { one: SchoolClass; names: Names; isChosen: boolean; isFixed: boolean; onChoose: () => void; onTake: () => void };

function ClassRow({ one, names, isChosen, isFixed, onChoose, onTake }: ClassRowProps) {
  const { t } = useTranslation('allocation');
  const times = useTimes();
  const { setNodeRef, listeners } = useDraggable({ id: one._id, disabled: isFixed });
  const teacher = names.teacher(one.teacherId);
  return (
    <li ref={setNodeRef} className={rowStyles.row} data-chosen={isChosen}>
      <label>
        <input type="radio" name="class" checked={isChosen} onChange={onChoose} />
        <span className={rowStyles.who}>
          {`${one.classCode} ${names.course(one.courseId)}`}
          <small>{[times(one.slots), names.room(one.roomId) ?? t('class.noRoom'), teacher ?? t('class.noTeacher')].join(' · ')}</small>
        </span>
      </label>
      {teacher && (
        <button type="button" className={controls.button} aria-label={`${t('class.take')}: ${one.classCode}`} disabled={isFixed} onClick={onTake}>
          {t('class.take')}
        </button>
      )}
      {/* For a finger or a mouse; the keyboard chooses and presses a teacher's button. */}
      <span {...listeners} aria-hidden className={rowStyles.grip} title={t('teacher.drag', { class: one.classCode })}>
        <GripVertical size={18} />
      </span>
    </li>
  );
}

function TeacherMark({ checked }: { checked: CheckedAssignment | undefined }) {
  const { t } = useTranslation('allocation');
  if (!checked) return null;
  const [clash] = checked.clashes;
  const words = clash ? t('teacher.clash', { class: clash.classCode, date: showDay(clash.date), start: clash.start, end: clash.end }) : checked.unavailable ? t('teacher.unavailable') : undefined;
  const Icon = words ? TriangleAlert : CircleCheck;
  return (
    <p className={rowStyles.mark} data-weight={words ? 'warn' : 'ok'}>
      <Icon aria-hidden size={16} />
      {words ?? t('teacher.free')}
    </p>
  );
}

type TeacherCardProps = { teacher: Teacher; load: number; checked: CheckedAssignment | undefined; isFixed: boolean; chosen: SchoolClass | undefined; onGive: () => void };

function TeacherCard({ teacher, load, checked, isFixed, chosen, onGive }: TeacherCardProps) {
  const { t } = useTranslation('allocation');
  const { setNodeRef, isOver } = useDroppable({ id: teacher._id, disabled: isFixed });
  return (
    <li ref={setNodeRef} className={styles.card} data-over={isOver}>
      <h3 className={styles.cardTitle}>
        <span>{fullName(teacher)}</span>
        <span>{t('teacher.load', { count: load })}</span>
      </h3>
      {chosen && <TeacherMark checked={checked} />}
      <div className={styles.actions}>
        <button type="button" className={controls.button} aria-label={`${t('class.give')}: ${fullName(teacher)}`} disabled={isFixed || !chosen} onClick={onGive}>
          {t('class.give')}
        </button>
      </div>
    </li>
  );
}

/** How the chosen class would suit each teacher, as the server knows it. */
function useMarks(chosen: SchoolClass | undefined, teachers: readonly Teacher[], isOff: boolean) {
  const assignments = chosen ? teachers.map(({ _id }) => ({ classId: chosen._id, teacherId: _id })) : [];
  return useQuery({
    queryKey: ['classes', 'teacher-check', assignments],
    queryFn: ({ signal }) => api.post<CheckedAssignment[]>('/classes/teachers/check', { assignments }, { signal, quiet: true, background: true }),
    enabled: assignments.length > 0 && !isOff,
    gcTime: 0,
    retry: false,
  });
}

/** The classes of a term that lack a teacher on one side, the branch's teachers with what they teach already on the other. */
export function AllocateTeachersPage() {
  const { t } = useTranslation(['allocation', 'shell', 'common']);
  const { list: termList, terms, term, choose } = useBoardTerm();
  const names = useNames();
  const branchId = useDeskBranch();
  const [onlyWithout, setOnlyWithout] = useState(true);
  const { list, all } = useBoardClasses(term?._id, ['draft', 'open', 'running'], names, '');
  const [planned, setPlanned] = useState<readonly PlannedClass[]>([]);
  const [chosenId, setChosen] = useState<string>();
  const [done, setDone] = useState<Done>();
  const refresh = useRefreshed();
  const mayWrite = useCan(classes.write);
  const isFixed = !useOnline() || !mayWrite;
  const shown = all?.filter((one) => !planned.some(({ row }) => row._id === one._id) && (!onlyWithout || one.teacherId === null));
  const chosen = shown?.find(({ _id }) => _id === chosenId);
  const staff = names.teachers?.filter((one) => one.status === 'active' && one.branchIds.includes(branchId));
  const marks = useMarks(chosen, staff ?? [], isFixed);
  const teacherNow = (one: SchoolClass) => (planned.find(({ row }) => row._id === one._id) ?? one).teacherId;
  const loadOf = (teacherId: string) => (all ?? []).filter((one) => teacherNow(one) === teacherId).reduce((sum, { slots }) => sum + slots.length, 0);
  const give = (classId: string, teacherId: string | null) => {
    const row = all?.find(({ _id }) => _id === classId);
    if (row) setPlanned([...planned.filter((one) => one.row._id !== classId), { row, teacherId }]);
    setChosen(undefined);
  };
  const closeDone = () => {
    setDone(undefined);
    void refresh();
  };
  return (
    <>
      <PageHeader title={t('shell:nav.allocateTeachers')} />
      <UnsavedGuard isDirty={() => planned.length > 0} isUnsafe={() => planned.length > 0} onLeave={() => setPlanned([])} />
      <div className={styles.head}>
        <TermChoice isLoaded={termList.rows !== undefined} terms={terms} term={term} onChoose={choose} />
        <label className={rowStyles.accept}>
          <input type="checkbox" checked={onlyWithout} onChange={(event) => setOnlyWithout(event.target.checked)} />
          {t('class.onlyWithout')}
        </label>
      </div>
      <ReadOnlyNotice mayWrite={mayWrite} />
      {done && <DonePanel done={done} onClose={closeDone} onUndone={closeDone} />}
      {planned.length > 0 && (
        <TeacherPlan
          planned={planned}
          nameOf={names.teacher}
          onChange={setPlanned}
          onSaved={(next) => {
            setDone(next);
            setPlanned([]);
            void refresh();
          }}
        />
      )}
      <Board steps={[t('step.classes'), t('step.teachers')]} dragged={(id) => all?.find(({ _id }) => _id === id)?.classCode} onDrop={give}>
        <section className={styles.side} aria-label={t('class.of')}>
          <h2>
            {t('class.of')} <span>{shown?.length}</span>
          </h2>
          {!shown && <p role="status">{list.failed ? say('somethingWrong') : t('common:loading')}</p>}
          {shown?.length === 0 && <p role="status">{t(onlyWithout && (all?.length ?? 0) > 0 ? 'teacher.allHave' : 'class.none')}</p>}
          {shown && shown.length > 0 && (
            <ul className={`${rowStyles.list} ${rowStyles.people}`}>
              {shown.map((one) => (
                <ClassRow key={one._id} one={one} names={names} isFixed={isFixed} isChosen={one === chosen} onChoose={() => setChosen(one._id)} onTake={() => give(one._id, null)} />
              ))}
            </ul>
          )}
        </section>
        <section className={styles.side} aria-label={t('teacher.of')}>
          <h2>{t('teacher.of')}</h2>
          <p role="status">{chosen ? t('teacher.chosen', { class: chosen.classCode }) : t('teacher.choose')}</p>
          {staff?.length === 0 && <p>{t('teacher.none')}</p>}
          <ul className={styles.cards}>
            {staff?.map((teacher) => (
              <TeacherCard
                key={teacher._id}
                teacher={teacher}
                load={loadOf(teacher._id)}
                checked={marks.data?.find(({ teacherId }) => teacherId === teacher._id)}
                isFixed={isFixed}
                chosen={chosen}
                onGive={() => chosen && give(chosen._id, teacher._id)}
              />
            ))}
          </ul>
        </section>
      </Board>
    </>
  );
}
