import type { Slot } from '#contract/classes/timetable.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { fold, foldSigns } from '#contract/words/normalise.ts';

/** The weekly times of a text, or the reason why it is not read. */
export type ReadWeeklyTimes = { slots: Slot[] } | { error: FieldError; choices: string[] };

const days: readonly (readonly string[])[] = [
  ['monday', 'mon', 'mo', 'm', 'ຈັນ', 'ວັນຈັນ'],
  ['tuesday', 'tues', 'tue', 'tu', 't', 'ອັງຄານ', 'ວັນອັງຄານ'],
  ['wednesday', 'wed', 'we', 'w', 'ພຸດ', 'ວັນພຸດ'],
  ['thursday', 'thurs', 'thur', 'thu', 'th', 'ພະຫັດ', 'ວັນພະຫັດ'],
  ['friday', 'fri', 'fr', 'f', 'ສຸກ', 'ວັນສຸກ'],
  ['saturday', 'sat', 'sa', 'ເສົາ', 'ວັນເສົາ'],
  ['sunday', 'sun', 'su', 'ອາທິດ', 'ວັນອາທິດ'],
].map((words) => words.map(fold));
const daily = ['daily', 'every day', 'everyday', 'ທຸກວັນ', 'ທຸກມື້'].map(fold);
const evening = /ແລງ|ຄ່ຳ|pm|p\.m/iu;
const short = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const TIMES = /(\d{1,2})(?:[:.h](\d\d))?\s*-\s*(\d{1,2})(?:[:.h](\d\d))?/;
const SPLIT_DAYS = /[\s,/&]+|(?:ແລະ|and)/u;
/** Hours up to this one in an evening class are those of the afternoon. */
const NOON = 12;

const weekdayOf = (word: string) => days.findIndex((words) => words.includes(fold(word))) + 1;
const two = (number: number) => String(number).padStart(2, '0');
const clock = (hour: string, minute: string | undefined, isEvening: boolean) =>
  `${two(Number(hour) + (isEvening && Number(hour) < NOON ? NOON : 0))}:${minute ?? '00'}`;

/** The days before a time; a dash is a span only from Monday to Friday, Saturday or Sunday. */
function daysIn(text: string): { weekdays: number[] } | { error: FieldError; choices: string[] } {
  if (daily.includes(fold(text.trim()))) return { weekdays: [1, 2, 3, 4, 5, 6, 7] };
  const weekdays: number[] = [];
  for (const part of text.split(SPLIT_DAYS).filter(Boolean)) {
    const ends = part.split('-').map(weekdayOf);
    if (ends.includes(0)) return { error: `weekdayUnknown:${part}`, choices: [] };
    const [from = 0, to] = ends;
    if (to === undefined) weekdays.push(from);
    else if (from === 1 && to >= 5) weekdays.push(...Array.from({ length: to }, (_, at) => at + 1));
    else {
      const span = Array.from({ length: Math.max(0, to - from) + 1 }, (_, at) => from + at);
      const named = (some: number[]) => some.map((day) => short[day - 1]).join(', ');
      return { error: `daysOrSpan:${part}`, choices: [named([from, to]), named(span)] };
    }
  }
  return { weekdays };
}

/** Weekly times as the cell of a file says them, days with one time together. */
export function writtenWeeklyTimes(slots: readonly Slot[]): string {
  const byTime = new Map<string, number[]>();
  for (const { weekday, start, end } of slots) {
    const time = `${start}-${end}`;
    byTime.set(
      time,
      [...(byTime.get(time) ?? []), weekday].toSorted((a, b) => a - b),
    );
  }
  return [...byTime]
    .toSorted(([a, [day = 0]], [b, [other = 0]]) => day - other || (a < b ? -1 : 1))
    .map(([time, days]) => `${days.map((day) => short[day - 1]).join(', ')} ${time}`)
    .join('; ');
}

/** The weekly times that a cell says, such as `Tue, Thu 17:30-19:00` or `ເສົາ 8:30–11:30; …`. */
export function readWeeklyTimes(text: string): ReadWeeklyTimes {
  const slots: Slot[] = [];
  for (const part of foldSigns(text).split(/[;\n]+/)) {
    if (part.trim() === '') continue;
    const times = TIMES.exec(part);
    if (!times) return { error: 'timesUnclear', choices: [] };
    const [, from = '', fromMinute, to = '', toMinute] = times;
    const before = part.slice(0, times.index).trim();
    const read = daysIn(before);
    if ('error' in read)
      return {
        error: read.error,
        choices: read.choices.map((choice) => part.replace(before, choice)),
      };
    const isEvening = evening.test(part.slice(times.index));
    for (const weekday of read.weekdays)
      slots.push({
        weekday,
        start: clock(from, fromMinute, isEvening),
        end: clock(to, toMinute, isEvening),
      });
  }
  return slots.length > 0 ? { slots } : { error: 'required', choices: [] };
}
