import { currentLanguage } from '#src/lib/i18n.ts';
import type { Words } from './columns.ts';

type Named = { firstName: string; lastName: string; firstNameEn?: string; lastNameEn?: string; nickname?: string };

/**
 * How a person's name stands in a list: in Latin letters for an English interface where it is known so, the nickname
 * behind it. Columns are made anew with every language, and ask for it then, not in every row.
 */
export function personWords(): (person: Named) => Words {
  const isEnglish = currentLanguage() === 'en';
  return ({ firstName, lastName, firstNameEn = '', lastNameEn = '', nickname = '' }) => {
    const isLatin = isEnglish && firstNameEn !== '' && lastNameEn !== '';
    // Also an empty nickname: the next row's may not be, and a text is changed with less work than an element is added.
    return { text: isLatin ? `${firstNameEn} ${lastNameEn}` : `${firstName} ${lastName}`, aside: nickname };
  };
}
