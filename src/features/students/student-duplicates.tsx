import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toE164 } from '#contract/people/phone.ts';
import type { StudentInput } from '#contract/people/students.ts';
import { DOT } from '#contract/words/dot.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { DuplicateLine, DuplicateNote } from '#src/entities/person/duplicate-note.tsx';
import { useStudentDuplicates } from '#src/entities/person/duplicate-queries.ts';
import { showDay } from '#src/lib/text/day.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useSettled } from '#src/lib/browser/use-settled.ts';

/** Possible duplicates of the student in the form, with links to their records. */
export function StudentDuplicates({ exceptId }: { exceptId: string | undefined }) {
  const { t } = useTranslation('people');
  const [firstName, lastName, dateOfBirth, phone] = useWatch<
    StudentInput,
    ['firstName', 'lastName', 'dateOfBirth', 'phone']
  >({
    name: ['firstName', 'lastName', 'dateOfBirth', 'phone'],
  });
  const named = {
    firstName: useSettled(firstName),
    lastName: useSettled(lastName),
    dateOfBirth: useSettled(dateOfBirth ?? '') || null,
    phone: useSettled(toE164(phone) ?? ''),
  };
  const same = useStudentDuplicates(named, exceptId);
  if (same.length === 0) return null;
  return (
    <DuplicateNote>
      {same.map((one) => (
        <DuplicateLine
          key={one._id}
          text={`${one.firstName} ${one.lastName}${DOT}${one.studentCode}${DOT}${showDay(one.dateOfBirth)}`}
        >
          <LinkButton to={editPath(paths.editStudent, one._id)}>{t('record.useThis')}</LinkButton>
        </DuplicateLine>
      ))}
    </DuplicateNote>
  );
}
