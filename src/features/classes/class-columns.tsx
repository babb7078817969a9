import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { DOT } from '#contract/words/dot.ts';
import { type MarkTone } from '#src/components/kit/mark.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { showDay } from '#src/lib/text/day.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import type { ClassParts } from '#src/entities/class/class-parts.ts';
import { useStartsInWords, useTimesInWords } from '#src/entities/class/class-words.ts';

export const toneOf: Record<SchoolClass['status'], MarkTone> = {
  draft: 'off',
  open: 'on',
  running: 'on',
  finished: 'off',
  archived: 'off',
  cancelled: 'off',
};

/** The columns of the class list. */
export function useClassColumns({
  rooms,
  courseName,
  teacherName,
}: ClassParts): ListColumn<SchoolClass>[] {
  const { t } = useTranslation('classes');
  const timesInWords = useTimesInWords();
  const startsInWords = useStartsInWords();
  const { nameOf } = useBranchChoice();
  return useMemo(
    () => [
      {
        field: 'classCode',
        label: t('class'),
        priority: 1,
        text: ({ courseId, slots, classCode }) => ({
          text: [courseName(courseId), startsInWords(slots)].filter(Boolean).join(DOT),
          code: classCode,
        }),
      },
      ...(nameOf
        ? [
            {
              field: 'branchId',
              label: t('branch'),
              priority: 2,
              text: ({ branchId }: SchoolClass) => nameOf(branchId),
            } as const,
          ]
        : []),
      {
        field: 'startDate',
        label: t('startDate'),
        priority: 3,
        ltrNoWrap: true,
        text: ({ startDate }) => showDay(startDate),
      },
      {
        field: 'slots',
        label: t('times'),
        priority: 3,
        optional: true,
        text: ({ slots }) => timesInWords(slots),
      },
      {
        field: 'teacherId',
        label: t('teacher'),
        priority: 2,
        cell: ({ teacherId }) => {
          const name = teacherName(teacherId);
          return name ? <WholeWords text={name} /> : <Aside isAlone>{t('noTeacher')}</Aside>;
        },
      },
      {
        field: 'roomId',
        label: t('room'),
        priority: 2,
        cell: ({ roomId }) => rooms.get(roomId ?? '')?.name ?? <Aside isAlone>{t('noRoom')}</Aside>,
      },
      {
        field: 'seatsTaken',
        label: t('seats'),
        priority: 2,
        align: 'end',
        ltrNoWrap: true,
        text: ({ seatsTaken, capacity }) => `${seatsTaken}/${capacity}`,
      },
      {
        field: 'status',
        label: t('status'),
        priority: 1,
        text: ({ status }) => ({ text: t(`state.${status}`), tone: toneOf[status] }),
      },
    ],
    [t, rooms, courseName, teacherName, timesInWords, startsInWords, nameOf],
  );
}
