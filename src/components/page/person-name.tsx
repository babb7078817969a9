import { Aside } from '#src/components/table/aside.tsx';
import { useLanguage } from '#src/lib/use-language.ts';

type Named = { firstName: string; lastName: string; firstNameEn?: string; lastNameEn?: string; nickname?: string };

/** A person's name, in Latin letters for an English interface where it is known so, the nickname muted behind it. */
export function PersonName({ person }: { person: Named }) {
  const language = useLanguage();
  const { firstName, lastName, firstNameEn = '', lastNameEn = '', nickname = '' } = person;
  const isLatin = language === 'en' && firstNameEn !== '' && lastNameEn !== '';
  const [first, last] = isLatin ? [firstNameEn, lastNameEn] : [firstName, lastName];
  return (
    <>
      {`${first} ${last}`}
      {nickname !== '' && <Aside>{nickname}</Aside>}
    </>
  );
}
