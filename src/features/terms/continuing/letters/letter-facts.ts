import type {
  ContinuingLetter,
  LetterLine,
  LetterPlace,
} from '#contract/classes/continuing-replies.ts';
import type { Language } from '#contract/language.ts';
import { formatPhone } from '#contract/people/phone.ts';
import {
  letterWords,
  type LetterChild,
  type LetterWords,
} from '#contract/words/continuing-letter.ts';
import { timeGroups } from '#src/entities/class/class-words.ts';
import { weekdayNames } from '#src/entities/paper/paper-words.ts';
import { showDay } from '#src/lib/text/day.ts';
import { showSum } from '#src/lib/text/money.ts';
import { payerNameIn, personName } from '#src/lib/text/person-name.ts';
import { today } from '#src/lib/text/today.ts';

const named = (language: Language, { nameEn, nameLo }: { nameEn: string; nameLo: string }) =>
  language === 'lo' ? nameLo || nameEn : nameEn || nameLo;

const timesIn = (language: Language, slots: LetterPlace['slots']) =>
  timeGroups(slots)
    .map(({ weekdays, start, end }) => {
      const days = weekdays.map((day) => weekdayNames[day - 1]?.[language === 'lo' ? 0 : 1]);
      return `${days.join(' ')} ${start}–${end}`;
    })
    .join(', ');

/** A line before its discounts, and each discount below it. */
function linesIn(language: Language, line: LetterLine): LetterChild['lines'][number][] {
  const words = letterWords[language];
  const name = line.kind === 'product' ? named(language, line) : words[line.kind];
  const label = line.quantity > 1 ? `${name} × ${line.quantity}` : name;
  if (!line.isPriced) return [{ label, sum: words.askDesk }];
  const { foreign } = line;
  const price = foreign === null ? '' : ` (${showSum(foreign.amount, foreign.currency)})`;
  return [
    { label: label + price, sum: showSum(line.amountLAK, 'LAK') },
    ...line.discounts.map((discount) => ({
      label: named(language, discount) || words.discount,
      sum: showSum(discount.amountLAK, 'LAK'),
    })),
  ];
}

const childIn = (language: Language, place: LetterPlace): LetterChild => ({
  name: personName(place, language),
  course: named(language, { nameEn: place.courseEn, nameLo: place.courseLo }),
  classCode: place.classCode,
  times: timesIn(language, place.slots),
  days: `${showDay(place.startDate)}–${showDay(place.endDate)}`,
  teacher: place.teacher,
  until: showDay(place.until),
  lines: place.lines.flatMap((line) => linesIn(language, line)),
});

/** What a letter says, in the language of its family. */
export function letterFacts(
  letter: ContinuingLetter,
  { centre, term }: { centre: { en: string; lo: string }; term: string },
): LetterWords {
  const { language, places, branchEn, branchLo, branchPhone, totalLAK } = letter;
  return {
    centre: named(language, { nameEn: centre.en, nameLo: centre.lo }),
    branch: named(language, { nameEn: branchEn, nameLo: branchLo }),
    phone: branchPhone === '' ? '' : formatPhone(branchPhone),
    name: payerNameIn(letter, language),
    term,
    children: places.map((place) => childIn(language, place)),
    total: showSum(totalLAK, 'LAK'),
    today: showDay(today()),
  };
}
