import en from '#locales/reports.json';
import lo from '#lao-locales/reports.json';
import type { Language } from '#contract/language.ts';
import { readableDay } from '#server/lib/sheets/cells.ts';
import type { Grouping } from '#contract/reports/report-words.ts';
import type { TeacherRateKind } from '#contract/people/teacher-rate-kinds.ts';

// Files use the same words as the screens.
type Words = Record<'title' | 'value' | 'by' | 'word', Record<string, string>> &
  Record<'total' | 'none' | 'share' | 'detailHead', string> & {
    beforeMove: Record<'short', string>;
    paySheet: Record<'rate' | 'amount', string> & {
      per: Record<TeacherRateKind, string>;
    };
  };

export const reportWords: Record<Language, Words> = { en, lo };

/** The word for a code of a group or a state; any other text stays as it is. */
export const reportWord = (language: Language, code: string): string =>
  reportWords[language].word[code] ?? code;

/** The name of a group in a file. */
export function groupName(
  language: Language,
  by: Grouping,
  { key, nameEn, nameLo }: { key: string; nameEn: string; nameLo: string },
): string {
  if (key === '') return reportWords[language].none;
  if (nameEn !== '') return language === 'lo' ? nameLo : nameEn;
  if (by === 'day' || by === 'week') return readableDay(key);
  if (by === 'tender')
    return key
      .split(' ')
      .map((one) => reportWord(language, one))
      .join(' ');
  return by === 'month' ? readableDay(key) : reportWord(language, key);
}
