import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginAnswer, SignedInUser } from '#contract/centre/auth.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { findSession } from '#server/academic/attendance/attendance-list.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { findTaughtClass } from '#server/academic/attendance/taught-class.ts';
import { readClass } from '#server/academic/classes/class-reads.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { loadClasses, loadStudents } from '#server/academic/enrolments/enrolment-checks.ts';
import { requireOwnClasses } from '#server/academic/enrolments/enrol.service.ts';
import { readEnrolmentPage } from '#server/reading/student-page/enrolment-page.service.ts';
import { readStudentPlaces } from '#server/reading/student-page/student-places.service.ts';
import { readEnrolments } from '#server/academic/enrolments/enrolments.service.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { insertProspects } from '#tests/helpers/class-rows.ts';
import { addLike, grant, workIn } from '#tests/helpers/two-branches.ts';
import { addSession, addTaughtClass } from '#tests/helpers/taught-class.ts';
import {
  emailOf,
  password,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

const DESKS = 50;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A clerk of one branch, and one who has a wider right in the other branch but works here now. */
const clerks: Record<string, () => Promise<Client>> = {
  'clerks of one branch': () => server.as('staff'),
  'people of both branches who work in one': async () => {
    const email = await addLike(server.db, 'admin', 'LPB', 'both@branchdesk.test');
    await grant(server.db, email, 'VTE', 'staff');
    const client = await server.signIn(email);
    await workIn(server.db, client, 'VTE');
    return client;
  },
};

it.each(Object.entries(clerks))(
  `another branch's class is touched by none of ${DESKS} %s at once, whatever they try, and nothing of it is told`,
  async (_who, signedIn) => {
    const clerk = await signedIn();
    const [own, other] = [
      await addTaughtClass(server.db),
      await addTaughtClass(server.db, { branch: 'LPB' }),
    ];
    const [over, ahead] = [
      await addSession(server.db, other, -1),
      await addSession(server.db, other, 3),
    ];
    // A student of the class's branch passes every rule, but the clerk is of another branch. A
    // student of the clerk's branch fails only the rule that class and student are of one branch.
    const [ours, theirs] = [
      await insertProspects(server.db, DESKS),
      await insertProspects(server.db, DESKS, { branch: 'LPB' }),
    ];
    const put = (who: { _id: string } | undefined, { _id: classId }: { _id: string }) => ({
      rows: [{ studentId: who?._id, classId, as: 'pending' }],
      acceptWarnings: true,
    });
    const [enrolmentId = ''] = other.enrolments;
    const marks = other.studentIds.map((studentId) => ({ studentId, status: 'present' }));
    const { courseId, termId, branchId, startDate, endDate } = other;
    const input = {
      courseId,
      termId,
      branchId,
      startDate,
      endDate,
      slots: [{ weekday: 2, start: '06:00', end: '07:00' }],
      capacity: 1,
      version: 1,
    };
    const ways: Record<string, (at: number) => Promise<Answer>> = {
      enrol: (at) => clerk.post('/enrolments', put(theirs[at], other)),
      'enrol ours there': (at) => clerk.post('/enrolments', put(ours[at], other)),
      'enrol theirs here': (at) => clerk.post('/enrolments', put(theirs[at], own)),
      check: (at) => clerk.post('/enrolments/check', put(theirs[at], other)),
      'check ours there': (at) => clerk.post('/enrolments/check', put(ours[at], other)),
      'check theirs here': (at) => clerk.post('/enrolments/check', put(theirs[at], own)),
      withdraw: () =>
        clerk.post(`/enrolments/${enrolmentId}/change`, {
          change: 'withdraw',
          version: 1,
          reason: 'x',
          lastDay: over.date,
        }),
      complete: () =>
        clerk.post(`/enrolments/${enrolmentId}/change`, {
          change: 'complete',
          version: 1,
          reason: 'x',
        }),
      place: () => clerk.get(`/enrolments/${enrolmentId}/page`),
      'what is left': () => clerk.get(`/enrolments/${enrolmentId}/leaving?lastDay=${over.date}`),
      'their record': () => clerk.get(`/students/${theirs[0]?._id ?? ''}/places`),
      'take back': () => clerk.post(`/enrolments/${enrolmentId}/restore`, { version: 1 }),
      undo: () => clerk.post('/enrolments/undo', { rows: [{ _id: enrolmentId, version: 1 }] }),
      attendance: () => clerk.put(`/class-sessions/${over._id}/attendance`, { version: 1, marks }),
      'who was there': () => clerk.get(`/class-sessions/${over._id}/attendance`),
      assessment: () =>
        clerk.post(`/classes/${other._id}/assessments`, {
          name: 'Quiz',
          type: 'quiz',
          maxScore: 10,
          weight: 0,
          date: null,
        }),
      scores: () => clerk.get(`/classes/${other._id}/scores`),
      roster: () => clerk.get(`/classes/${other._id}/roster`),
      class: () => clerk.get(`/classes/${other._id}`),
      change: () => clerk.put(`/classes/${other._id}`, input),
      finish: () => clerk.post(`/classes/${other._id}/status`, { version: 1, status: 'finished' }),
      teacher: () =>
        clerk.post('/classes/teachers', {
          assignments: [{ classId: other._id, teacherId: null, version: 1 }],
        }),
      'cancel a session': () =>
        clerk.post(`/class-sessions/${ahead._id}/cancel`, { version: 1, reason: 'x' }),
      'move a session': () =>
        clerk.post(`/class-sessions/${ahead._id}/move`, {
          version: 1,
          date: ahead.date,
          start: '06:00',
          end: '07:00',
          roomId: null,
          reason: 'x',
        }),
    };
    const all = async () => [
      await server.db.select().from(classTable).where(eq(classTable._id, other._id)),
      await server.db
        .select()
        .from(enrolmentTable)
        .where(inArray(enrolmentTable.classId, [own._id, other._id]))
        .orderBy(enrolmentTable._id),
      await server.db
        .select()
        .from(studentTable)
        .where(
          inArray(
            studentTable._id,
            [...ours, ...theirs].map(({ _id }) => _id),
          ),
        )
        .orderBy(studentTable._id),
      await server.db
        .select()
        .from(classSessionTable)
        .where(eq(classSessionTable.classId, other._id))
        .orderBy(classSessionTable._id),
      await server.db
        .select()
        .from(attendanceTable)
        .where(inArray(attendanceTable.sessionId, [over._id, ahead._id])),
    ];
    const before = await all();
    const names = Object.keys(ways);
    const answers = await Promise.all(
      Array.from({ length: DESKS }, async (_, at) => ways[names[at % names.length] ?? '']?.(at)),
    );
    const told = answers.map((answer, at) => `${names[at % names.length]} ${answer?.statusCode}`);
    expect([...new Set(told)]).toEqual(names.map((name) => `${name} 404`));
    expect((await clerk.get(`/class-sessions?classId=${other._id}`)).json()).toEqual([]);
    expect((await clerk.get(`/enrolments?classId=${other._id}`)).json()).toEqual([]);
    expect(await all()).toEqual(before);
  },
);

describe('each rule refuses by itself, even if a request would break another one too', () => {
  type Theirs = { classId: string; sessionId: string; studentId: string; enrolmentId: string };
  const walls: Record<string, (tx: Tx, user: SignedInUser, theirs: Theirs) => Promise<unknown>> = {
    'classes to enrol in': (db, user, { classId }) => requireOwnClasses({ db, user }, [classId]),
    'classes of an enrolment': (db, user, { classId }) => loadClasses({ db, user }, [classId]),
    'students of an enrolment': (db, user, { studentId }) =>
      loadStudents({ db, user }, [studentId]),
    'a class': (tx, user, { classId }) => readClass(tx, user, classId),
    'a class that is taught': (tx, user, { classId }) => findTaughtClass(tx, user, classId),
    'a session': (tx, user, { sessionId }) => findSession(tx, user, sessionId),
    'a place': (tx, user, { enrolmentId }) =>
      readEnrolmentPage(tx as unknown as Db, user, enrolmentId),
    'the record of a student': (tx, user, { studentId }) =>
      readStudentPlaces(tx as unknown as Db, user, studentId),
    enrolments: async (tx, user, { enrolmentId }) => {
      const found = await readEnrolments(tx, user, eq(enrolmentTable._id, enrolmentId));
      if (found.length === 0) throw new Error('notFound');
    },
  };

  it.each(Object.entries(walls))('%s', async (_name, wall) => {
    const other = await addTaughtClass(server.db, { branch: 'LPB', students: 1 });
    const { _id: sessionId } = await addSession(server.db, other, -1);
    const theirs = {
      classId: other._id,
      sessionId,
      studentId: other.studentIds[0] ?? '',
      enrolmentId: other.enrolments[0] ?? '',
    };
    const userOf = async (role: 'staff' | 'superadmin') =>
      (
        await server.anybody.post('/auth/login', { email: emailOf(role), password })
      ).json<LoginAnswer>().user;
    const clerkUser = await userOf('staff');
    await expect(server.db.transaction((tx) => wall(tx, clerkUser, theirs))).rejects.toThrow(
      'notFound',
    );
    const owner = await userOf('superadmin');
    await server.db.transaction((tx) => wall(tx, owner, theirs));
  });
});
