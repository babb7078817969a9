import { currentLanguage } from '#src/lib/text/i18n.ts';
import type { CellText } from '#src/components/table/columns.ts';
import { personName, type NamedPerson } from '#src/lib/text/person-name.ts';
import type { StudentStatus } from '#contract/people/student-words.ts';
import { type MarkTone } from '#src/components/kit/mark.tsx';

/**
 * A person's name in a list, followed by the nickname. A new language makes new columns, so the
 * language is read once and not for every row.
 */
export function personWords(): (person: NamedPerson & { nickname?: string }) => CellText {
  const language = currentLanguage();
  return (person) => ({ text: personName(person, language), aside: person.nickname ?? '' });
}

/** The tones of the student statuses. */
export const studentTones: Record<StudentStatus, MarkTone> = {
  prospect: 'new',
  active: 'on',
  inactive: 'off',
  graduated: 'off',
  left: 'off',
};
