import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { enrolmentRow } from '#contract/classes/enrolments.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import type { ApiClient } from './api-client.ts';
import { ownCourse } from './desk-data.ts';
import { addClass, openTerm } from './own-class.ts';
import { createStudent } from './people-data.ts';
import { cash, makeVisit } from './visit-data.ts';

let made = 0;

/** An adult who paid for a class that begins in three months or later. */
export async function paidPlace(admin: ApiClient, clerk: ApiClient) {
  made += 1;
  const startDate = addDays(dayInLaos(), 30 + 60 * made);
  const term = await openTerm(admin, {
    code: `PAID${String(made)}`,
    startDate,
    endDate: addDays(startDate, 55),
  });
  const { _id: courseId } = await ownCourse(admin);
  const one = await addClass(admin, term, {
    courseId,
    slots: [{ weekday: 2, start: '07:00', end: '08:00' }],
  });
  const student = await createStudent(clerk, {
    firstName: 'ມະນີວັນ',
    lastName: 'ແກ້ວມະນີ',
    dateOfBirth: '1999-03-09',
    phone: `020 5544 ${String(2000 + made)}`,
  });
  const places = [
    { key: randomUUID(), studentKey: student._id, classId: one._id, acceptWarnings: true },
  ];
  const { order } = await makeVisit(clerk, {
    payer: { kind: 'student', studentKey: student._id },
    places,
    tenders: [cash(5_000_000)],
  });
  const [row] = await clerk.get(`/enrolments?studentId=${student._id}`, z.array(enrolmentRow));
  return { one, student, order, enrolmentId: row?._id ?? '' };
}
