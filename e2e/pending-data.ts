import * as z from 'zod/mini';
import { enrolled, type EnrolledRow } from '#contract/classes/enrolling.ts';
import { enrolmentRow } from '#contract/classes/enrolments.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { ApiClient } from './api-client.ts';
import { addClass, openTerm } from './own-class.ts';
import { createStudent } from './people-data.ts';

let made = 0;

/**
 * A new class with this many seats; each `hour` begins in other weeks, so that classes never clash.
 */
export async function pendingClass(
  admin: ApiClient,
  code: string,
  capacity: number,
  hour: number,
): Promise<SchoolClass> {
  const startDate = addDays(dayInLaos(), 300 + 70 * hour);
  const term = await openTerm(admin, { code, startDate, endDate: addDays(startDate, 55) });
  return addClass(admin, term, {
    capacity,
    slots: [
      {
        weekday: 3,
        start: `${String(hour).padStart(2, '0')}:00`,
        end: `${String(hour).padStart(2, '0')}:45`,
      },
    ],
  });
}

/** Creates adults who enter the class, each as asked. */
export async function comeIn(
  clerk: ApiClient,
  { _id: classId }: SchoolClass,
  people: readonly { firstName: string; as: 'pending' | 'waitlisted' }[],
): Promise<EnrolledRow[]> {
  const rows = [];
  for (const { firstName, as } of people) {
    made += 1;
    const student = await createStudent(clerk, {
      firstName,
      lastName: 'ລໍຖ້າ',
      dateOfBirth: '1999-03-09',
      phone: `020 5577 ${String(3000 + made)}`,
    });
    rows.push({ studentId: student._id, classId, as });
  }
  return (await clerk.post('/enrolments', { rows, acceptWarnings: true }, enrolled)).rows;
}

/** Lets a student who holds a seat begin without payment. */
export const beginUnpaid = (admin: ApiClient, { _id, version }: EnrolledRow, reason: string) =>
  admin.post(
    `/enrolments/${_id}/change`,
    { change: 'activate', version, reason, acceptWarnings: true },
    z.extend(enrolmentRow, {}),
  );
