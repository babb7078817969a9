import * as z from 'zod/mini';
import { academicTerm, type AcademicTerm } from '#contract/courses/academic-terms.ts';
import {
  classRow,
  classSession,
  type ClassSession,
  type SchoolClass,
} from '#contract/classes/classes.ts';
import { course } from '#contract/courses/courses.ts';
import { enrolled } from '#contract/classes/enrolling.ts';
import { rooms, type Room } from '#contract/courses/rooms.ts';
import { teachers, type Teacher } from '#contract/people/teachers.ts';
import type { ApiClient } from './api-client.ts';
import { createStudent, homeBranch } from './people-data.ts';

/** A new term that is open for enrolment and has no other classes. */
export async function openTerm(
  client: ApiClient,
  { code, startDate, endDate }: { code: string; startDate: string; endDate: string },
  branchIds?: readonly string[],
): Promise<AcademicTerm> {
  const made = await client.post(
    '/academic-terms',
    {
      name: `Term ${code}`,
      code,
      academicYear: '2099',
      startDate,
      endDate,
      branchIds: branchIds ?? [await homeBranch(client)],
    },
    academicTerm,
  );
  return client.post(
    `/academic-terms/${made._id}/status`,
    { version: made.version, status: 'open' },
    academicTerm,
  );
}

/** The course, teachers and rooms for classes of the demo accounts' branch. */
export async function classParts(
  client: ApiClient,
): Promise<{ branchId: string; courseId: string; teachers: Teacher[]; rooms: Room[] }> {
  const branchId = await homeBranch(client);
  const courses = await client.get('/courses', z.array(course));
  const people = await client.get('/teachers', z.array(teachers.row));
  return {
    branchId,
    courseId: courses.find(({ code }) => code === 'ENG-A1')?._id ?? '',
    teachers: people.filter(
      ({ branchIds, status }) => branchIds.includes(branchId) && status === 'active',
    ),
    rooms: (await client.get('/rooms', z.array(rooms.row))).filter(
      (room) => room.branchId === branchId && room.active,
    ),
  };
}

/** Adds a class to the term and takes it to `status`. */
export async function addClass(
  client: ApiClient,
  term: Pick<AcademicTerm, '_id' | 'startDate' | 'endDate'>,
  fields: object,
  status: 'draft' | 'open' | 'running' = 'open',
): Promise<SchoolClass> {
  const { branchId, courseId } = await classParts(client);
  let made = await client.post(
    '/classes',
    {
      courseId,
      branchId,
      termId: term._id,
      startDate: term.startDate,
      endDate: term.endDate,
      capacity: 10,
      ...fields,
    },
    classRow,
  );
  const steps = (['draft', 'open', 'running'] as const).slice(
    1,
    ['draft', 'open', 'running'].indexOf(status) + 1,
  );
  for (const step of steps)
    made = await client.post(
      `/classes/${made._id}/status`,
      { version: made.version, status: step },
      classRow,
    );
  return made;
}

/** The sessions of a class in the order of time. */
export const sessionsOf = (client: ApiClient, { _id }: { _id: string }): Promise<ClassSession[]> =>
  client.get(`/class-sessions?classId=${_id}`, z.array(classSession));

/** Enrols new students with these first names, by default from today or the first day of class. */
export async function enrolNew(
  client: ApiClient,
  { _id: classId }: { _id: string },
  names: readonly string[],
  startDate?: string,
): Promise<void> {
  const rows = [];
  for (const [at, firstName] of names.entries()) {
    const student = await createStudent(client, {
      firstName,
      lastName: 'ທົດລອງ',
      dateOfBirth: '1999-03-09',
      phone: `020 5599 10${10 + at}`,
    });
    rows.push({ studentId: student._id, classId });
  }
  await client.post(
    '/enrolments',
    { rows, noChargeReason: 'Test', acceptWarnings: true, startDate },
    enrolled,
  );
}
