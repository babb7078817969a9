import type { FieldError } from '#contract/field-errors.ts';
import type { NewEnrolment } from '#server/academic/enrolments/record-enrolments.ts';
import { addMovedPlaces, removeMovedPlaces } from '#server/academic/enrolments/added-enrolments.ts';
import type { CellChoices } from '#server/lib/sheets/choice-words.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import { isWritten, placeMoneyIn } from '#server/desk/moving-in/opening-cells.ts';
import {
  placeKey,
  placeMoneyKey,
  type KnownRecords,
} from '#server/desk/moving-in/known-records.ts';
import { rowTwice, type MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import type { MovingKind } from './moving-kind.ts';

export const states: CellChoices<'active' | 'suspended' | 'waitlisted'> = {
  active: { en: 'Active', lo: 'ກຳລັງຮຽນ' },
  suspended: { en: 'Suspended', lo: 'ພັກຮຽນ' },
  waitlisted: { en: 'Waiting', lo: 'ລໍຖ້າ', also: ['waiting list', 'ລາຍຊື່ລໍຖ້າ'] },
};

/** The reason that a place without an order keeps until its money is moved in. */
export const CAME_SO = 'ຍ້າຍຂໍ້ມູນເຂົ້າ · moved in';

type MovedPlace = Omit<NewEnrolment, '_id'>;

/** The money of a place that is not written yet; a place with a bill gets no other one. */
function moneyOf(row: MovingRowCheck, known: KnownRecords, there: string | undefined) {
  const money = placeMoneyIn(row, known);
  if (!money || !there) return money;
  if (known.billed.has(there)) row.fail('price', 'placeBilled' as FieldError);
  const key = placeMoneyKey(there);
  return isWritten(row, known, { key, money, field: 'price' }) ? null : money;
}

export const enrolmentKind: MovingKind = {
  check(row, known) {
    row.needed('student');
    row.needed('class');
    const schoolClass = row.text('class') === '' ? undefined : row.named('class', 'class');
    const facts = schoolClass && known.classes.get(schoolClass.id);
    const student =
      row.text('student') === '' ? undefined : row.named('student', 'student', facts?.branchId);
    const state = parseChoice(row.text('placeState'), states, 'en');
    if ('error' in state) row.fail('placeState', state.error);
    const name = [student?.label ?? row.text('student'), schoolClass?.label ?? row.text('class')];
    if (!student || !schoolClass || !facts) return row.result(name.join(' · '), { input: null });
    const key = placeKey(student.id, schoolClass.id);
    const twice = known.seen.get(key);
    if (twice !== undefined) return rowTwice(name.join(' · '), 'class', twice);
    known.seen.set(key, row.number);
    const there = known.places.get(key);
    const status =
      'value' in state ? ((state.value ?? 'active') as MovedPlace['status']) : 'active';
    if (there === undefined && status !== 'waitlisted') {
      const taken = facts.taken + 1;
      if (taken > facts.capacity) row.fail('class', `classTooFull:${taken} / ${facts.capacity}`);
      else facts.taken = taken;
    }
    const input: MovedPlace = {
      ...{ studentId: student.id, classId: schoolClass.id, status },
      ...{ branchId: facts.branchId, termId: facts.termId, courseId: facts.courseId },
      startDate: row.text('startDate') || facts.startDate,
      // The reason beside a price is that of its discount.
      noChargeReason: (row.text('price') === '' && row.text('reason')) || CAME_SO,
      overrideReason: '',
    };
    const money = status === 'waitlisted' ? null : moneyOf(row, known, there);
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
