import {
  Banknote,
  CalendarCheck,
  CalendarX2,
  Hourglass,
  ReceiptText,
  ShoppingBasket,
  UserPlus,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StudentHappening } from '#contract/people/student-summary.ts';
import { studentsList } from '#contract/people/students-list.ts';
import type { StudentRecord } from '#contract/people/students.ts';
import { DOT } from '#contract/words/dot.ts';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { Timeline, type Happening } from '#src/components/record/timeline.tsx';
import { byTime, useNotes } from '#src/entities/person/history.ts';
import { NoteAct } from '#src/entities/person/note-act.tsx';
import { shortMoment } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useStudentSummary } from './student-queries.ts';
import { useCourseName } from '#src/entities/class/lesson-words.ts';

type Kind = 'money' | 'lessons' | 'places' | 'notes';

/** One line of the timeline in words. */
function useInWords(): (one: StudentHappening) => Happening<Kind> {
  const { t } = useTranslation(['record', 'orders', 'class-page']);
  const isLao = useLanguage() === 'lo';
  const courseOf = useCourseName();
  return (one) => {
    const when = shortMoment(one.at);
    const { _id: id, at } = one;
    if (one.kind === 'lesson')
      return {
        id,
        at,
        kind: 'lessons',
        icon: one.status === 'absent' ? CalendarX2 : CalendarCheck,
        tone: one.status === 'absent' ? 'bad' : one.status === 'excused' ? undefined : 'good',
        text: t(`lesson.${one.status}`, { course: courseOf(one) }),
        note: when,
      };
    if (one.kind === 'place')
      return {
        id,
        at,
        kind: 'places',
        icon: one.status === 'pending' ? Hourglass : UserPlus,
        tone: one.status === 'pending' ? 'wait' : undefined,
        text: courseOf(one),
        note: `${t(`class-page:roster.statuses.${one.status}`)}${DOT}${when}${DOT}${one.classCode}`,
      };
    if (one.kind === 'order')
      return {
        id,
        at,
        kind: 'money',
        icon: ShoppingBasket,
        text: (isLao ? one.nameLo || one.nameEn : one.nameEn || one.nameLo) || t('order'),
        note: [one.state !== 'confirmed' && t(`orderStates.${one.state}`), when, one.number]
          .filter(Boolean)
          .join(DOT),
        end: <Money isBare amount={one.totalLAK} currency="LAK" />,
      };
    return {
      id,
      at,
      kind: 'money',
      icon: one.state === 'pending' ? ReceiptText : Banknote,
      tone: one.state === 'pending' ? 'wait' : one.state === 'confirmed' ? 'good' : undefined,
      text: t(one.amountLAK < 0 ? 'paidOut' : 'paidBy', {
        method: t(`orders:method.${one.method}`),
      }),
      note: [one.state !== 'confirmed' && t(`paymentStates.${one.state}`), when]
        .filter(Boolean)
        .join(DOT),
      end: <Money isBare amount={one.amountLAK} currency="LAK" />,
    };
  };
}

/** What happened with the student, in words. */
export function useHappenings(student: StudentRecord): readonly Happening<Kind>[] {
  const { data } = useStudentSummary(student._id);
  return (data?.timeline ?? []).map(useInWords());
}

/** Lessons, places, money and notes of the student, newest first. */
export function StudentTimeline({ student }: { student: StudentRecord }) {
  const { t } = useTranslation('record');
  const { data, error } = useStudentSummary(student._id);
  const seesMoney = useCan('family-accounts:read');
  const happenings = useHappenings(student);
  const notes = useNotes(studentsList, student._id);
  if (!data) return error ? null : <PanelSkeleton rows={5} />;
  return (
    <Timeline
      tools={<NoteAct resource={studentsList} row={student} />}
      kinds={[
        ...(seesMoney ? [{ value: 'money' as const, label: t('money') }] : []),
        { value: 'lessons', label: t('lessons') },
        { value: 'notes', label: t('notes') },
      ]}
      // Four kinds fit into the line of choices; a place belongs to its lessons.
      happenings={byTime<Kind>([...happenings, ...notes]).map((one): Happening<Kind> =>
        one.kind === 'places' ? { ...one, kind: 'lessons' } : one,
      )}
    />
  );
}
