import type { FieldError } from '#contract/field-errors.ts';
import type { NewEnrolment } from '#server/academic/enrolments/record-enrolments.ts';
import { addMovedPlaces, removeMovedPlaces } from '#server/academic/enrolments/added-enrolments.ts';
import { yesNoWords, type CellChoices } from '#server/lib/sheets/choice-words.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import { isWritten, placeMoneyIn } from '#server/desk/moving-in/opening-cells.ts';
import { type KnownClass, type KnownRecords } from '#server/desk/moving-in/known-records.ts';
import { placeKey, placeMoneyKey } from '#server/desk/moving-in/known-keys.ts';
import { shownField } from '#server/desk/moving-in/known-fields.ts';
import { lessonsHeld } from '#server/desk/moving-in/lessons-held.ts';
import { repeatedRow } from '#server/desk/moving-in/repeated-row.ts';
import { rowTwice, type MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import type { MovingKind } from './moving-kind.ts';

export const states: CellChoices<'active' | 'suspended' | 'waitlisted'> = {
  active: { en: 'Active', lo: 'ກຳລັງຮຽນ' },
  suspended: { en: 'Suspended', lo: 'ພັກຮຽນ', also: ['ໂຈະໄວ້ຊົ່ວຄາວ', 'ໂຈະ', 'paused'] },
  waitlisted: { en: 'Waiting', lo: 'ລໍຖ້າ', also: ['waiting list', 'ລາຍຊື່ລໍຖ້າ'] },
};

/** A cross or a tick is a yes too. */
const freeWords: CellChoices<'yes' | 'no'> = {
  yes: { ...yesNoWords.yes, also: [...(yesNoWords.yes.also ?? []), 'x', '✓', 'free', 'ຟຣີ'] },
  no: yesNoWords.no,
};

/** An empty sum, or 0 in any writing. */
const isNothing = (text: string) => /^[0\s.,₭$฿]*$/.test(text);

/** The reason that a place without an order keeps until its money is moved in. */
export const CAME_SO = 'ຍ້າຍຂໍ້ມູນເຂົ້າ · moved in';

type MovedPlace = Omit<NewEnrolment, '_id'>;

/** True for a place that is never charged; it needs the reason, and has no price. */
function isFreeIn(row: MovingRowCheck): boolean {
  const read = parseChoice(row.text('free'), freeWords, 'en');
  if ('error' in read) row.fail('free', read.error, [freeWords.yes.en, freeWords.no.en]);
  if (!('value' in read) || read.value !== 'yes') return false;
  row.needed('reason');
  for (const field of ['price', 'paidSoFar', 'balanceDue'])
    if (!isNothing(row.text(field))) row.fail(field, 'freeHasPrice' as FieldError);
  return true;
}

/** The money of a place that is not written yet; a place with a bill gets no other one. */
function moneyOf(
  row: MovingRowCheck,
  known: KnownRecords,
  { facts, there }: { facts: KnownClass; there: string | undefined },
) {
  const { today } = known;
  const held =
    row.text('sessionsUsed') === '' ? lessonsHeld(known, facts, row.text('startDate')) : undefined;
  const money = row.part('placeMoney', [today, held], () => placeMoneyIn(row, today, held));
  if (!money || !there) return money;
  if (known.billed.has(there)) row.fail('price', 'placeBilled' as FieldError);
  const key = placeMoneyKey(there);
  return isWritten(row, known, { key, money, field: 'price' }) ? null : money;
}

/** Says which state and first day a place has that is there, where the row says others. */
function sayPlace(row: MovingRowCheck, known: KnownRecords, there: string, status: string): void {
  const now = known.things.placed.get(there);
  if (!now) return;
  const says = (field: string, here: string) => row.hint(field, `staysHere:${here}` as FieldError);
  const state = states[now.status as keyof typeof states];
  if (row.text('placeState') !== '' && state && now.status !== status)
    says('placeState', state[known.language]);
  const startDate = row.text('startDate');
  if (startDate !== '' && startDate !== now.startDate)
    says('startDate', shownField('startDate', now.startDate));
}

export const enrolmentKind: MovingKind = {
  check(row, known) {
    row.needed('student');
    row.needed('class');
    const schoolClass =
      row.text('class') === ''
        ? undefined
        : row.named('class', 'class', row.likelyBranch('student', 'student'));
    const facts = schoolClass && known.classes.get(schoolClass.id);
    const student =
      row.text('student') === '' ? undefined : row.named('student', 'student', facts?.branchId);
    const state = parseChoice(row.text('placeState'), states, 'en');
    const { language } = known;
    if ('error' in state)
      row.fail(
        'placeState',
        state.error,
        Object.values(states).map((words) => words[language]),
      );
    const name = [student?.label ?? row.text('student'), schoolClass?.label ?? row.text('class')];
    if (!student || !schoolClass || !facts) return row.result(name.join(' · '), { input: null });
    const key = placeKey(student.id, schoolClass.id);
    const there = known.places.get(key);
    const status =
      'value' in state ? ((state.value ?? 'active') as MovedPlace['status']) : 'active';
    const isFree = isFreeIn(row);
    const money = status === 'waitlisted' || isFree ? null : moneyOf(row, known, { facts, there });
    const earlier = known.seen.get(key);
    // A row without a price and a state says no more than the one before.
    const isBare = row.text('price') === '' && !isFree && row.text('placeState') === '';
    if (earlier !== undefined && isBare) return rowTwice(name.join(' · '), 'class', earlier);
    const said = { status, isFree, money };
    const repeated = repeatedRow(row, known, { name: name.join(' · '), field: 'class', key, said });
    if (repeated) return repeated;
    if (there === undefined && status !== 'waitlisted') {
      facts.wanted = (facts.wanted ?? facts.taken) + 1;
      if (facts.taken >= facts.capacity)
        row.fail('class', `classTooFull:${facts.wanted} / ${facts.capacity}`);
      else facts.taken += 1;
    }
    if (there !== undefined) sayPlace(row, known, there, status);
    const input: MovedPlace = {
      studentId: student.id,
      classId: schoolClass.id,
      status,
      branchId: facts.branchId,
      termId: facts.termId,
      courseId: facts.courseId,
      startDate: row.text('startDate') || facts.startDate,
      // The reason beside a price is that of its discount.
      noChargeReason: ((isFree || row.text('price') === '') && row.text('reason')) || CAME_SO,
      isFree,
      overrideReason: '',
    };
    return row.result(name.join(' · '), { recordId: there ?? row.id, input, money });
  },
  write: async (writer, rows) => {
    await addMovedPlaces(
      writer,
      rows.map(({ _id, input }) => ({
        ...(input as MovedPlace),
        _id,
        enrolledById: writer.user._id,
      })),
    );
    return undefined;
  },
  remove: removeMovedPlaces,
};
