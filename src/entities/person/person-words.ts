import { currentLanguage } from '#src/lib/text/i18n.ts';
import type { CellText } from '#src/components/table/columns.ts';
import { personName, type NamedPerson } from '#src/lib/text/person-name.ts';
import type { StudentStatus } from '#contract/people/student-words.ts';
import { type MarkTone } from '#src/components/kit/mark.tsx';

/**
 * A person's name in a list, followed by the nickname; with `codeOf` a face before it, and nickname
 * and code below. A new language makes new columns, so the language is read once and not for every
 * row.
 */
export function personWords<Person extends NamedPerson & { nickname?: string }>(
  codeOf?: (person: Person) => string,
): (person: Person) => CellText {
  const language = currentLanguage();
  return (person) => {
    const text = personName(person, language);
    const { nickname = '' } = person;
    if (!codeOf) return { text, aside: nickname };
    const fileId = ('photoFileId' in person && (person.photoFileId as string | null)) || null;
    return { text, under: nickname, code: codeOf(person), face: { name: text, fileId } };
  };
}

/** The tones of the student statuses. */
export const studentTones: Record<StudentStatus, MarkTone> = {
  prospect: 'new',
  active: 'on',
  inactive: 'off',
  graduated: 'off',
  left: 'off',
};
