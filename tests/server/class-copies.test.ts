import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  copied,
  copyPreview,
  isCopyable,
  isOpenable,
  type CopiedClasses,
  type CopyPreview,
  type CopyRow,
  type OpenPreview,
} from '#contract/classes/class-copies.ts';
import { meetings } from '#contract/classes/timetable.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import type { CourseFee } from '#contract/courses/course-fees.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { insertProspects } from '#tests/helpers/class-rows.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let staff: Client;
let from: string;
let home: string;
beforeAll(async () => {
  server = await startTestServer();
  [owner, staff] = [await server.as('superadmin'), await server.as('staff')];
  home = await branchId(server.db, 'VTE');
  const [term] = await server.db
    .select()
    .from(academicTermTable)
    .where(eq(academicTermTable.code, 'T1'));
  from = String(term?._id);
});
afterAll(() => server.close());

let count = 0;
/** A term of its own, a year or more ahead, so that only its copies are in it. */
async function newTerm(fields: object = {}): Promise<AcademicTerm> {
  count += 1;
  const startDate = addDays(dayInLaos(), 365 + 200 * count);
  const endDate = addDays(startDate, 180);
  const body = { name: `Next ${count}`, code: `N${count}`, academicYear: '2031' };
  const answer = await owner.post('/academic-terms', { ...body, startDate, endDate, ...fields });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<AcademicTerm>();
}
const look = async (to: AcademicTerm, rows: object[] = [], client = owner) => {
  const answer = await client.post(`/academic-terms/${to._id}/copies/preview`, {
    fromTermId: from,
    rows,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return copyPreview.parse(answer.json<CopyPreview>());
};
const copy = async (to: AcademicTerm, rows: readonly Pick<CopyRow, 'classId'>[]) => {
  const answer = await owner.post(`/academic-terms/${to._id}/copies`, { fromTermId: from, rows });
  expect(answer.statusCode, answer.body).toBe(201);
  return copied.parse(answer.json<CopiedClasses>());
};
const undo = (to: AcademicTerm, copyId: string) =>
  owner.post(`/academic-terms/${to._id}/copies/undo`, { copyId });
const chosen = (rows: readonly CopyRow[]) =>
  rows.filter(isCopyable).map(({ classId }) => ({ classId }));
const kindsOf = (row: CopyRow | undefined) => row?.problems.map(({ kind }) => kind) ?? [];
const classesOf = (term: AcademicTerm) =>
  server.db.select().from(classTable).where(eq(classTable.termId, term._id));

describe('the copy of the classes of a term', () => {
  it('adds as drafts what the preview showed, with every session and no holiday', async () => {
    const term = await newTerm();
    const holiday = addDays(term.startDate, 7);
    await server.db
      .update(academicTermTable)
      .set({ holidays: [{ date: holiday, name: 'Festival' }] })
      .where(eq(academicTermTable._id, term._id));
    const { rows } = await look(term);
    expect(rows.length).toBeGreaterThan(5);
    const wanted = rows.filter(isCopyable);
    const { added, left } = await copy(term, chosen(rows));
    expect([added.length, left]).toEqual([wanted.length, []]);
    const made = await classesOf(term);
    for (const row of wanted) {
      const newId = added.find(({ classId }) => classId === row.classId)?.newClassId;
      const school = made.find(({ _id }) => _id === newId);
      expect(school).toMatchObject({
        status: 'draft',
        copiedFromId: row.classId,
        courseId: row.courseId,
        startDate: row.startDate,
        endDate: row.endDate,
        slots: row.slots,
        teacherId: row.teacherId,
        roomId: row.roomId,
        capacity: row.capacity,
      });
      const sessions = await server.db
        .select()
        .from(classSessionTable)
        .where(eq(classSessionTable.classId, String(newId)));
      expect(sessions).toHaveLength(row.sessions);
      expect(sessions.some(({ date }) => date === holiday)).toBe(false);
      expect(sessions.map(({ date }) => date).sort()[0]).toBe(row.startDate);
    }
    const again = await look(term);
    expect(again.rows.find(({ classId }) => classId === wanted[0]?.classId)?.copies).toHaveLength(
      1,
    );
    // The same teacher and room cannot be taken twice, so the preview says it in their cells.
    expect(again.rows.filter(isCopyable).length).toBeLessThan(wanted.length);
  });

  it('ends with the meeting that completes the course, or says that the term is too short', async () => {
    const long = await newTerm();
    const { rows } = await look(long);
    const one = rows.find(isCopyable);
    const [course] = await server.db
      .select()
      .from(courseTable)
      .where(eq(courseTable._id, String(one?.courseId)));
    expect(one?.sessions).toBe(course?.totalSessions ?? one?.sessions);
    const all = meetings(long.startDate, long.endDate, one?.slots ?? [], []);
    expect(one?.endDate).toBe(all[(one?.sessions ?? 0) - 1]?.date);

    const short = await newTerm();
    await server.db
      .update(academicTermTable)
      .set({ endDate: addDays(short.startDate, 13) })
      .where(eq(academicTermTable._id, short._id));
    const tooShort = (await look(short)).rows.find(({ classId }) => classId === one?.classId);
    expect(tooShort?.problems).toContainEqual({
      cell: 'days',
      kind: 'pastTermEnd',
      detail: tooShort?.endDate,
    });
    const change = { classId: String(one?.classId), endsWithTerm: true };
    const cut = (await look(short, [change])).rows.find(({ classId }) => classId === one?.classId);
    expect(kindsOf(cut)).not.toContain('pastTermEnd');
    expect((cut?.endDate ?? '9') <= addDays(short.startDate, 13)).toBe(true);
  });

  it('takes a group to the next course, and says where there is none', async () => {
    const term = await newTerm();
    const { rows } = await look(term);
    const courses = await server.db.select().from(courseTable);
    const nextOf = ({ courseId }: CopyRow) =>
      courses.find(({ _id }) => _id === courseId)?.nextCourseId ?? null;
    const goes = rows.find((row) => isCopyable(row) && nextOf(row) !== null);
    const stays = rows.find((row) => nextOf(row) === null);
    const up = [goes, stays].map((row) => ({ classId: String(row?.classId), goesUp: true }));
    const found = (await look(term, up)).rows;
    const rowOf = (row: CopyRow | undefined) =>
      found.find(({ classId }) => classId === row?.classId);
    expect(rowOf(goes)?.courseId).toBe(goes && nextOf(goes));
    expect(kindsOf(rowOf(stays))).toContain('noNextCourse');
  });

  it('marks a teacher who left, a closed room and a clash, which stop none of the others', async () => {
    const term = await newTerm();
    const { rows } = await look(term);
    const free = rows.filter(isCopyable);
    const [one, two, three] = free.filter(({ teacherId, roomId }) => teacherId && roomId);
    if (!one || !two || !three) throw new Error('Three classes were expected');
    await server.db
      .update(teacherTable)
      .set({ archived: true })
      .where(eq(teacherTable._id, String(one.teacherId)));
    await server.db
      .update(roomTable)
      .set({ active: false })
      .where(eq(roomTable._id, String(two.roomId)));
    const found = (await look(term)).rows;
    const rowOf = (row: CopyRow) => found.find(({ classId }) => classId === row.classId);
    expect(kindsOf(rowOf(one))).toContain('teacherLeft');
    expect(kindsOf(rowOf(two))).toContain('roomClosed');
    const { added, left } = await copy(
      term,
      free.map(({ classId }) => ({ classId })),
    );
    expect(left.map(({ classId }) => classId)).toEqual(
      expect.arrayContaining([one.classId, two.classId]),
    );
    expect(added.map(({ classId }) => classId)).toContain(found.find(isCopyable)?.classId);
    const mended = [{ classId: one.classId, goesUp: false, endsWithTerm: false, teacherId: null }];
    const row = (await look(term, mended)).rows.find(({ classId }) => classId === one.classId);
    expect(kindsOf(row)).not.toContain('teacherLeft');
    await server.db.update(teacherTable).set({ archived: false });
    await server.db.update(roomTable).set({ active: true });
  });

  it('takes the own price of a class along in its newest version, and asks for a price else', async () => {
    const term = await newTerm();
    const [one] = (await look(term)).rows.filter(isCopyable);
    if (!one) throw new Error('No class');
    const fees = await server.db
      .select()
      .from(courseFeeTable)
      .where(eq(courseFeeTable.courseId, one.courseId));
    const body = {
      courseId: one.courseId,
      name: 'Evening',
      amount: 1_234_000,
      currency: 'LAK',
      basis: 'term',
      branchId: null,
      termId: null,
      priceCategory: 'evening',
      validFrom: addDays(dayInLaos(), -10),
      validTo: null,
    };
    const first = (await owner.post('/course-fees', body)).json<CourseFee>();
    await server.db
      .update(classTable)
      .set({ feeId: first._id })
      .where(eq(classTable._id, one.classId));
    const later = { ...body, amount: 1_345_000, validFrom: addDays(dayInLaos(), 40) };
    const path = `/course-fees/${first._id}`;
    const raised = await owner.send('PUT', path, { payload: { ...later, version: 1 } });
    expect(raised.statusCode, raised.body).toBe(200);
    const { _id: newest } = raised.json<CourseFee>();
    expect(newest).not.toBe(first._id);

    const { added } = await copy(term, [{ classId: one.classId }]);
    const [made] = await classesOf(term);
    expect([added.length, made?.feeId]).toEqual([1, newest]);
    const bare = await newTerm();
    const noFee = async () =>
      kindsOf((await look(bare)).rows.find(({ classId }) => classId === one.classId));
    expect(await noFee()).not.toContain('noFee');
    // An own price that is over sells nothing, and neither does the price of the registration.
    const ended = { validTo: addDays(dayInLaos(), 60) };
    const ofCourse = inArray(courseFeeTable._id, [
      ...fees.filter(({ basis }) => basis !== 'once').map(({ _id }) => _id),
      newest,
    ]);
    await server.db.update(courseFeeTable).set(ended).where(ofCourse);
    expect(await noFee()).toContain('noFee');
    for (const { _id, validTo } of fees)
      await server.db.update(courseFeeTable).set({ validTo }).where(eq(courseFeeTable._id, _id));
    await server.db.update(classTable).set({ feeId: null }).where(eq(classTable._id, one.classId));
  });

  it('is undone until the first place', async () => {
    const term = await newTerm();
    const { rows } = await look(term);
    const first = await copy(term, chosen(rows));
    expect((await look(term)).copies).toMatchObject([
      { copyId: first.copyId, classes: first.added.length },
    ]);
    expect((await undo(term, first.copyId)).json()).toEqual({ removed: first.added.length });
    expect(await classesOf(term)).toEqual([]);

    const second = await copy(term, chosen(rows));
    const [one] = await server.db
      .select()
      .from(classTable)
      .where(and(eq(classTable.termId, term._id), eq(classTable.branchId, home)));
    if (!one) throw new Error('No class');
    await server.db.update(classTable).set({ status: 'open' }).where(eq(classTable._id, one._id));
    expectCode(await undo(term, second.copyId), 409, 'copyInUse');
    const [student] = await insertProspects(server.db, 1);
    const place = { studentId: student?._id, classId: one._id, as: 'active' };
    const placed = await owner.post('/enrolments', { rows: [place], noChargeReason: 'x' });
    expect(placed.statusCode, placed.body).toBe(200);
    await server.db.update(classTable).set({ status: 'draft' }).where(eq(classTable._id, one._id));
    expectCode(await undo(term, second.copyId), 409, 'copyInUse');
    expect((await look(term)).copies).toEqual([]);
    expect(await classesOf(term)).toHaveLength(second.added.length);
  });

  it('shows and copies only the classes of the own branch', async () => {
    const term = await newTerm();
    const all = (await look(term)).rows;
    const own = (await look(term, [], staff)).rows;
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ branchId: of }) => of)).size).toBe(1);
    const foreign = all.find(({ branchId: of }) => of !== own[0]?.branchId);
    const rows = [{ classId: foreign?.classId }];
    expectCode(
      await staff.post(`/academic-terms/${term._id}/copies`, { fromTermId: from, rows }),
      404,
      'notFound',
    );
  });

  it('copies a class once when two people press at the same time', async () => {
    const term = await newTerm();
    const [one] = (await look(term)).rows.filter(
      ({ teacherId, ...row }) => teacherId && isCopyable(row),
    );
    if (!one) throw new Error('No class');
    const both = await Promise.all([copy(term, [one]), copy(term, [one])]);
    expect(both.map(({ added }) => added.length).sort()).toEqual([0, 1]);
    expect(await classesOf(term)).toHaveLength(1);
  });

  it('does so too where neither a teacher nor a room is needed twice, until the copy was seen', async () => {
    const term = await newTerm();
    const alone = await server.db
      .select({ _id: classTable._id })
      .from(classTable)
      .where(eq(classTable.assistantIds, []));
    const ids = new Set(alone.map(({ _id }) => _id));
    const [one] = (await look(term)).rows.filter((row) => ids.has(row.classId) && isCopyable(row));
    if (!one) throw new Error('No class');
    const row = { classId: one.classId, teacherId: null, roomId: null, copiesSeen: 0 };
    const both = await Promise.all([copy(term, [row]), copy(term, [row])]);
    expect(both.map(({ added }) => added.length).sort()).toEqual([0, 1]);
    const [made] = await classesOf(term);
    const { left } = await copy(term, [row]);
    expect(left[0]?.problems).toEqual([
      { cell: 'course', kind: 'copiedMeanwhile', detail: made?.classCode },
    ]);
    const seen = { ...row, copiesSeen: 1 };
    expect((await copy(term, [seen])).added).toHaveLength(1);
    expect(await classesOf(term)).toHaveLength(2);
  });
});

describe('opening all of a copy', () => {
  const opening = (to: AcademicTerm, copyId: string, path = 'open') =>
    owner.post(`/academic-terms/${to._id}/copies/${path}`, { copyId });

  it('opens every draft in one act but those that cannot be, and says why', async () => {
    const term = await newTerm();
    const { rows } = await look(term);
    const { copyId, added } = await copy(term, chosen(rows));
    const [one] = added;
    // All meetings of one class were called off since.
    await server.db
      .update(classSessionTable)
      .set({ status: 'cancelled', reason: 'x' })
      .where(eq(classSessionTable.classId, String(one?.newClassId)));
    const before = await look(term);
    expect(before.drafts).toMatchObject([{ copyId, classes: added.length }]);
    const preview = (await opening(term, copyId, 'open/preview')).json<OpenPreview>();
    const blocked = preview.rows.filter((row) => !isOpenable(row));
    expect(blocked).toMatchObject([
      { classId: one?.newClassId, problems: ['noMeetings', 'noTeacher'] },
    ]);
    const answer = await opening(term, copyId);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ opened: added.length - 1, left: blocked });
    const drafts = (await classesOf(term)).filter(({ status }) => status === 'draft');
    expect(drafts.map(({ _id }) => _id)).toEqual([one?.newClassId]);
    expect((await look(term)).drafts).toMatchObject([{ copyId, classes: 1 }]);
  });
});
