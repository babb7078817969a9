import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  continuingPreview,
  isRefused,
  type ContinuingHeld,
  type ContinuingPreview,
  type ContinuingRow,
  type ContinuingUndo,
} from '#contract/classes/continuing.ts';
import type { PendingHold } from '#contract/classes/pending.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classResultTable } from '#server/db/tables/academic/assessments.table.ts';
import { coursePassedBeforeTable } from '#server/db/tables/academic/courses-passed-before.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { seatsOf } from '#server/academic/classes/seats.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

const DESKS = 20;
const SEATS = 5;
let server: TestServer;
let owner: Client;
let staff: Client;
let home: string;
let from: string;
let to: string;
beforeAll(async () => {
  server = await startTestServer();
  await moveTo(server.db, 'staff', 'VTE');
  [owner, staff] = [await server.as('superadmin'), await server.as('staff')];
  home = await branchId(server.db, 'VTE');
  const terms = await server.db.select().from(academicTermTable);
  const idOf = (code: string) => String(terms.find((term) => term.code === code)?._id);
  [from, to] = [idOf('T1'), idOf('T2')];
  // Only the classes of the tests take continuing students.
  await server.db.update(classTable).set({ status: 'draft' }).where(eq(classTable.termId, to));
});
afterAll(() => server.close());

type Chosen = Pick<ContinuingRow, 'enrolmentId' | 'toClassId'> & { waits?: boolean };
const asked = () => ({ fromTermId: from, branchId: home });
const look = async (rows: readonly Chosen[] = [], client = staff) => {
  const answer = await client.post(`/academic-terms/${to}/continuing/preview`, {
    ...asked(),
    rows,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return continuingPreview.parse(answer.json<ContinuingPreview>());
};
const until = addDays(dayInLaos(), 5);
const hold = (rows: readonly Chosen[], client = staff, day = until) =>
  client.post(`/academic-terms/${to}/continuing`, {
    ...asked(),
    until: day,
    rows: rows.map(({ enrolmentId, toClassId, waits = false }) => ({
      enrolmentId,
      toClassId,
      waits,
    })),
  });
const takenOf = (classId: string) =>
  server.db.transaction(async (tx) => (await seatsOf(tx, classId))?.taken);
const heldPlaces = () =>
  server.db.select().from(enrolmentTable).where(isNotNull(enrolmentTable.continuesId));
/** An hour of its own, so that the classes of the tests never clash. */
let hour = 6;
const ownHour = () => {
  hour += 1;
  const start = String(hour).padStart(2, '0');
  return [{ weekday: 7, start: `${start}:00`, end: `${start}:50` }];
};

describe('who goes on', () => {
  it('is proposed to the next course after a pass and to the same one after a fail, marked without a result', async () => {
    const courses = await server.db.select().from(courseTable);
    const { rows } = await look();
    expect(rows.length).toBeGreaterThan(DESKS);
    const [one] = rows.filter(({ courseId }) => courseId !== null);
    if (!one) throw new Error('Nobody goes on');
    const [source] = await server.db
      .select()
      .from(enrolmentTable)
      .where(eq(enrolmentTable._id, one.enrolmentId));
    const course = courses.find(({ _id }) => _id === source?.courseId);
    const decide = (result: 'pass' | 'fail') =>
      server.db
        .insert(classResultTable)
        .values({ enrolmentId: one.enrolmentId, result })
        .onConflictDoUpdate({ target: classResultTable.enrolmentId, set: { result } });
    const proposal = async () =>
      (await look()).rows.find(({ enrolmentId }) => enrolmentId === one.enrolmentId);
    await decide('pass');
    expect(await proposal()).toMatchObject({ courseId: course?.nextCourseId, result: 'pass' });
    await decide('fail');
    expect(await proposal()).toMatchObject({ courseId: course?._id, result: 'fail' });
    await server.db
      .delete(classResultTable)
      .where(eq(classResultTable.enrolmentId, one.enrolmentId));
    const undecided = await proposal();
    expect(undecided?.courseId).toBe(course?.nextCourseId);
    expect(undecided?.marks).toContain('undecided');
    await server.db.insert(coursePassedBeforeTable).values({
      studentId: one.studentId,
      courseId: String(course?._id),
      rowId: randomUUID(),
    });
    expect(await proposal()).toMatchObject({ courseId: course?.nextCourseId, result: 'pass' });
    await server.db.delete(coursePassedBeforeTable);
  });

  it('prefers the same teacher and time, never fills a class above its seats, and puts the rest on the waiting list', async () => {
    const { rows } = await look();
    const source = rows.find(({ courseId }) => courseId !== null);
    if (!source) throw new Error('Nobody goes on');
    const [school] = await server.db
      .select()
      .from(classTable)
      .where(eq(classTable._id, source.fromClassId));
    const courses = await server.db.select().from(courseTable);
    const code = courses.find(({ _id }) => _id === source.courseId)?.code ?? '';
    const other = await insertClass(server.db, { course: code, capacity: 1, slots: ownHour() });
    const same = await insertClass(server.db, {
      course: code,
      capacity: 1,
      slots: school?.slots ?? [],
      teacherId: school?.teacherId ?? null,
    });
    const found = (await look()).rows;
    const of = (classId: string) => found.filter(({ toClassId }) => toClassId === classId);
    for (const { _id } of [other, same])
      expect(of(_id).filter(({ waits }) => !waits).length).toBeLessThanOrEqual(1);
    const classmates = found.filter(
      ({ fromClassId, courseId }) =>
        fromClassId === source.fromClassId && courseId === source.courseId,
    );
    expect(classmates[0]?.toClassId).toBe(same._id);
    expect(classmates.filter(({ waits }) => waits).length).toBeGreaterThan(0);
    for (const { _id } of [other, same])
      await server.db.update(classTable).set({ status: 'draft' }).where(eq(classTable._id, _id));
  });

  it('avoids the hours of a sibling, and marks both where somebody chooses them', async () => {
    const { rows } = await look();
    const courses = await server.db.select().from(courseTable);
    const classes = await server.db.select().from(classTable);
    const daysOf = ({ fromClassId }: ContinuingRow) =>
      classes.find(({ _id }) => _id === fromClassId)?.slots.map(({ weekday }) => weekday) ?? [];
    const going = rows.filter(({ courseId }) => courseId !== null);
    const [payer] = await server.db
      .select()
      .from(guardianTable)
      .where(eq(guardianTable.isPayer, true));
    const [one] = going;
    // Today they come on other days, so no hour of both suits the family already.
    const apart = going.find(
      (row) => one && daysOf(row).every((weekday) => !daysOf(one).includes(weekday)),
    );
    if (!payer || !one || !apart) throw new Error('No two children go on');
    for (const { studentId } of [one, apart]) {
      await server.db.delete(guardianTable).where(eq(guardianTable.studentId, studentId));
      await server.db.insert(guardianTable).values({ ...payer, studentId });
    }
    const codeOf = ({ courseId }: ContinuingRow) =>
      courses.find(({ _id }) => _id === courseId)?.code ?? '';
    const slots = ownHour();
    const first = await insertClass(server.db, { course: codeOf(one), capacity: 1, slots });
    const atOnce = await insertClass(server.db, { course: codeOf(apart), capacity: 99, slots });
    const later = await insertClass(server.db, {
      course: codeOf(apart),
      capacity: 99,
      slots: ownHour(),
    });
    const place = { enrolmentId: one.enrolmentId, toClassId: first._id };
    const of = (found: readonly ContinuingRow[], row: ContinuingRow) =>
      found.find(({ enrolmentId }) => enrolmentId === row.enrolmentId);
    const proposed = (await look([place])).rows;
    expect(of(proposed, apart)?.toClassId).toBe(later._id);
    expect(of(proposed, apart)?.marks).not.toContain('sibling');
    const chosen = { enrolmentId: apart.enrolmentId, toClassId: atOnce._id };
    const found = (await look([place, chosen])).rows;
    for (const row of [one, apart]) expect(of(found, row)?.marks).toContain('sibling');
    for (const { _id } of [first, atOnce, later])
      await server.db.update(classTable).set({ status: 'draft' }).where(eq(classTable._id, _id));
  });

  it('holds what the preview shows, until a day that is at most the first day of the class', async () => {
    const { rows } = await look();
    const school = await insertClass(server.db, { capacity: 2, slots: ownHour() });
    const [one, two, three] = rows.map(({ enrolmentId }) => ({
      enrolmentId,
      toClassId: school._id,
    }));
    if (!one || !two || !three) throw new Error('Three students were expected');
    const chosen = [one, two, { ...three, waits: true }];
    const shown = (await look(chosen)).rows.filter(({ toClassId }) => toClassId === school._id);
    expect(shown.filter(isRefused)).toEqual([]);
    const answer = await hold(chosen, staff, addDays(school.startDate, 40));
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json<ContinuingHeld>()).toEqual({ held: 2, waiting: 1 });
    const places = (await heldPlaces()).filter(({ classId }) => classId === school._id);
    expect(places.map(({ status }) => status).sort()).toEqual(['pending', 'pending', 'waitlisted']);
    for (const place of places.filter(({ status }) => status === 'pending')) {
      expect(place.continuingUntil).toBe(school.startDate);
      expect(place.holdUntil).toBe(
        new Date(`${school.startDate}T23:59:59.999+07:00`).toISOString(),
      );
    }
    const holds = (await staff.get('/pending-enrolments/holds')).json<PendingHold[]>();
    const [own] = holds.filter(({ _id }) => _id === places[0]?._id);
    expect(own).toMatchObject({ continuingUntil: school.startDate, orderId: null });
    // They are placed now, so nobody proposes them again.
    const left = (await look()).rows.map(({ enrolmentId }) => enrolmentId);
    expect(left).not.toContain(one.enrolmentId);
    const again = await hold([one]);
    expectCode(again, 409, 'enrolmentsRefused');
  });

  it('leaves out a student who has a place in the next course, as one sold at a desk', async () => {
    const { rows, placed } = await look();
    const one = rows.find(({ courseId }) => courseId !== null);
    if (!one) throw new Error('Nobody goes on');
    const courses = await server.db.select().from(courseTable);
    const course = courses.find(({ _id }) => _id === one.courseId)?.code ?? '';
    const school = await insertClass(server.db, { course, slots: ownHour() });
    const { _id: classId, branchId: in_, termId, courseId, startDate } = school;
    await server.db.insert(enrolmentTable).values({
      studentId: one.studentId,
      classId,
      branchId: in_,
      termId,
      courseId,
      startDate,
      type: 'regular',
      status: 'active',
      noChargeReason: 'sold before',
    });
    const after = await look();
    expect(after.rows.map(({ enrolmentId }) => enrolmentId)).not.toContain(one.enrolmentId);
    expect(after.placed).toBeGreaterThan(placed);
    expectCode(await hold([{ ...one, toClassId: school._id }]), 409, 'enrolmentsRefused');
    await server.db.update(classTable).set({ status: 'draft' }).where(eq(classTable._id, classId));
  });

  it('writes nothing if one row no longer fits, marks that row, and takes the rest', async () => {
    const school = await insertClass(server.db, { capacity: 2, slots: ownHour() });
    const full = await insertClass(server.db, { capacity: 1, slots: ownHour() });
    const [stranger] = await insertProspects(server.db, 1);
    const { rows } = await look();
    const [one, two] = rows;
    if (!one || !two) throw new Error('Two students were expected');
    const chosen = [
      { enrolmentId: one.enrolmentId, toClassId: school._id },
      { enrolmentId: two.enrolmentId, toClassId: full._id },
    ];
    expect((await look(chosen)).rows.filter(isRefused)).toEqual([]);
    const taken = await owner.post('/enrolments', {
      rows: [{ studentId: stranger?._id, classId: full._id, as: 'active' }],
      noChargeReason: 'x',
    });
    expect(taken.statusCode, taken.body).toBe(200);
    const before = (await heldPlaces()).length;
    const refused = await hold(chosen);
    expectCode(refused, 409, 'enrolmentsRefused');
    const marked = refused.json<{ rows: ContinuingRow[] }>().rows.filter(isRefused);
    expect(marked.map(({ enrolmentId }) => enrolmentId)).toEqual([two.enrolmentId]);
    expect((await heldPlaces()).length).toBe(before);
    expect((await hold(chosen.slice(0, 1))).statusCode).toBe(201);
    expect(await takenOf(school._id)).toBe(1);
  });

  it(`never sells a seat twice to ${DESKS} desks that hold and enrol at once`, async () => {
    const school = await insertClass(server.db, { capacity: SEATS, slots: ownHour() });
    const { rows } = await look();
    const strangers = await insertProspects(server.db, DESKS / 2);
    const chosen = rows
      .slice(0, DESKS / 2)
      .map(({ enrolmentId }) => ({ enrolmentId, toClassId: school._id }));
    expect(chosen).toHaveLength(DESKS / 2);
    const answers = await Promise.all<Answer>([
      ...chosen.map((row) => hold([row])),
      ...strangers.map(({ _id }) =>
        owner.post('/enrolments', {
          rows: [{ studentId: _id, classId: school._id, as: 'pending' }],
        }),
      ),
    ]);
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code < 300)).toHaveLength(SEATS);
    expect(codes.filter((code) => code === 409)).toHaveLength(DESKS - SEATS);
    expect(await takenOf(school._id)).toBe(SEATS);
  });

  it('locks classes in one order, so that desks with the same classes turned round all finish', async () => {
    const [a, b] = [
      await insertClass(server.db, { capacity: DESKS, slots: ownHour() }),
      await insertClass(server.db, { capacity: DESKS, slots: ownHour() }),
    ];
    const { rows } = await look();
    const pairs = Array.from({ length: 5 }, (_, at) => rows.slice(at * 2, at * 2 + 2));
    const answers = await Promise.all(
      pairs.map(([one, two], at) => {
        const [first, second] = at % 2 === 0 ? [a, b] : [b, a];
        return hold([
          { enrolmentId: String(one?.enrolmentId), toClassId: first._id },
          { enrolmentId: String(two?.enrolmentId), toClassId: second._id },
        ]);
      }),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(pairs.map(() => 201));
  });

  it('is for the own branch, for an open term, and not for a day that is over', async () => {
    const school = await insertClass(server.db, { capacity: 2, slots: ownHour() });
    const [one] = (await look()).rows;
    const row = { enrolmentId: String(one?.enrolmentId), toClassId: school._id };
    expectCode(await hold([row], staff, addDays(dayInLaos(), -1)), 400, 'fieldsInvalid');
    const elsewhere = await staff.post(`/academic-terms/${to}/continuing`, {
      fromTermId: from,
      branchId: await branchId(server.db, 'PKS'),
      until,
      rows: [row],
    });
    expectCode(elsewhere, 404, 'notFound');
    const status = (value: 'draft' | 'open') =>
      server.db
        .update(academicTermTable)
        .set({ status: value })
        .where(and(eq(academicTermTable._id, to)));
    await status('draft');
    expectCode(await hold([row]), 409, 'stepNotAllowed');
    await status('open');
  });

  it('says where the classes of the next course are drafts', async () => {
    const { rows } = await look();
    const marks = new Set(rows.flatMap((row) => row.marks));
    // The classes of the term were made drafts before.
    expect(marks).toContain('drafts');
  });

  it('is taken back in one act, but for a place that was answered, which is said', async () => {
    const school = await insertClass(server.db, { capacity: DESKS, slots: ownHour() });
    const chosen = (await look()).rows
      .slice(0, 3)
      .map(({ enrolmentId }) => ({ enrolmentId, toClassId: school._id }));
    expect((await hold(chosen)).statusCode).toBe(201);
    const mine = () =>
      server.db.select().from(enrolmentTable).where(eq(enrolmentTable.classId, school._id));
    const [yes] = await mine();
    const reply = { enrolmentId: yes?._id, version: yes?.version, answer: 'yes' };
    const said = await staff.post(`/academic-terms/${to}/continuing/answers`, reply);
    expect(said.statusCode, said.body).toBe(201);
    const open = (await heldPlaces()).filter(
      ({ status }) => status === 'pending' || status === 'waitlisted',
    );
    const undo = (path: string) => staff.post(`/academic-terms/${to}/continuing/${path}`, asked());
    const plan = (await undo('undo/preview')).json<ContinuingUndo>();
    expect(plan).toMatchObject({ places: open.length - 1, keptCount: 1 });
    const undone = await undo('undo');
    expect(undone.statusCode, undone.body).toBe(200);
    expect(undone.json<ContinuingUndo>()).toMatchObject({
      places: open.length - 1,
      keptCount: 1,
      kept: [{ why: 'answered' }],
    });
    expect((await mine()).map(({ status }) => status).toSorted()).toEqual([
      'cancelled',
      'cancelled',
      'pending',
    ]);
    expect(await takenOf(school._id)).toBe(1);
    // Those who were taken back are proposed again.
    const again = (await look()).rows.map(({ enrolmentId }) => enrolmentId);
    const back = chosen.filter(({ enrolmentId }) => again.includes(enrolmentId));
    expect(back).toHaveLength(2);
  });
});
