import { Aside } from '#src/components/table/aside.tsx';
import { currentLanguage } from '#src/lib/i18n.ts';

type Named = { firstName: string; lastName: string; firstNameEn?: string; lastNameEn?: string; nickname?: string };

/**
 * A person's name, in Latin letters for an English interface where it is known so, the nickname muted behind it. It is for
 * the cells of a list, which are drawn anew with their columns whenever the language changes.
 */
export function PersonName({ person }: { person: Named }) {
  const { firstName, lastName, firstNameEn = '', lastNameEn = '', nickname = '' } = person;
  const isLatin = currentLanguage() === 'en' && firstNameEn !== '' && lastNameEn !== '';
  const [first, last] = isLatin ? [firstNameEn, lastNameEn] : [firstName, lastName];
  return (
    <>
      {`${first} ${last}`}
      {/* Also an empty one: the next row's may have one, and changing a text is less work than adding an element. */}
      <Aside>{nickname}</Aside>
    </>
  );
}
