import { isLiveClass } from '#contract/classes/class-changes.ts';
import type { ClassStatus } from '#contract/classes/classes.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { choiceWord, type CellChoices } from '#server/lib/sheets/choice-words.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import type { KnownRecords } from './known-records.ts';
import type { MovingRowCheck } from './row-check.ts';

export const classStateWords: CellChoices<ClassStatus> = {
  draft: { en: 'Draft', lo: 'ຮ່າງ', also: ['planned', 'ຍັງບໍ່ເປີດຮັບ'] },
  open: { en: 'Open', lo: 'ເປີດຮັບ', also: ['open for enrolment', 'ເປີດຮັບນັກຮຽນ'] },
  running: {
    en: 'Running',
    lo: 'ກຳລັງຮຽນ',
    also: ['active', 'started', 'in progress', 'ກຳລັງສອນ', 'ເລີ່ມຮຽນແລ້ວ'],
  },
  finished: { en: 'Finished', lo: 'ຮຽນຈົບແລ້ວ', also: ['completed', 'ຈົບແລ້ວ'] },
  archived: { en: 'Archived', lo: 'ເກັບມ້ຽນແລ້ວ' },
  cancelled: { en: 'Cancelled', lo: 'ຍົກເລີກແລ້ວ', also: ['canceled', 'ຍົກເລີກ'] },
};

const STATE = 'classState';
const { draft, open, running } = classStateWords;

/** The state that a row says; without one a class runs once it has begun, and is open before. */
export function classStateIn(row: MovingRowCheck, { today, language }: KnownRecords): ClassStatus {
  const read = parseChoice(row.text(STATE), classStateWords, language);
  const said = 'value' in read ? (read.value as ClassStatus | null) : null;
  if ('error' in read) failState(row, language);
  return said ?? (row.text('startDate') <= today ? 'running' : 'open');
}

/** The states in which a class comes in are offered. */
function failState(row: MovingRowCheck, language: KnownRecords['language']): void {
  const offered = [draft, open, running].map((words) => words[language]);
  row.fail(STATE, `oneOf:${offered.join(', ')}` as FieldError, offered);
}

/** A class that is over stays in the old book: nothing new may name it. */
export function refuseOver(
  row: MovingRowCheck,
  { language }: KnownRecords,
  status: ClassStatus,
): void {
  if (!isLiveClass(status)) failState(row, language);
}

/** Says which state a class has that is there, where the row says another one. */
export function sayState(
  row: MovingRowCheck,
  { language }: KnownRecords,
  here: ClassStatus,
  said: ClassStatus,
): void {
  if (row.text(STATE) === '' || here === said) return;
  row.hint(STATE, `staysHere:${choiceWord(classStateWords, here, language)}` as FieldError);
}
