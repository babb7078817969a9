import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  continuingLetter,
  heldFamilies,
  type Answered,
  type ContinuingLetter,
  type HeldFamilies,
  type HeldFamily,
  type Prolonged,
} from '#contract/classes/continuing-replies.ts';
import type { ContinuingPreview } from '#contract/classes/continuing.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { seatsOf } from '#server/academic/classes/seats.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { continuingReplyTable } from '#server/db/tables/desk/continuing.table.ts';
import { discountRuleTable } from '#server/db/tables/ledger/discount-rules.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { book, cash, openDrawer, place, priced, sendVisit } from '#tests/helpers/visits.ts';

let server: TestServer;
let owner: Client;
let staff: Client;
let finance: Client;
let home: string;
let from: string;
let to: string;
let hour = 6;
beforeAll(async () => {
  server = await startTestServer();
  for (const role of ['staff', 'finance'] as const) await moveTo(server.db, role, 'VTE');
  [owner, staff] = [await server.as('superadmin'), await server.as('staff')];
  finance = await server.as('finance');
  home = await branchId(server.db, 'VTE');
  const terms = await server.db.select().from(academicTermTable);
  const idOf = (code: string) => String(terms.find((term) => term.code === code)?._id);
  [from, to] = [idOf('T1'), idOf('T2')];
  await server.db.update(classTable).set({ status: 'draft' }).where(eq(classTable.termId, to));
});
afterAll(() => server.close());

const path = () => `/academic-terms/${to}/continuing`;
const today = dayInLaos();
const until = addDays(today, 5);
const list = async (client = staff) =>
  heldFamilies.parse(done<HeldFamilies>(await client.get(path())));
const placesOf = (families: readonly HeldFamily[]) => families.flatMap(({ places }) => places);
const find = async (enrolmentId: string) =>
  placesOf((await list()).families).find((one) => one.enrolmentId === enrolmentId);
const stored = async (enrolmentId: string) => {
  const [row] = await server.db
    .select()
    .from(enrolmentTable)
    .where(eq(enrolmentTable._id, enrolmentId));
  return row;
};
const takenOf = (classId: string) =>
  server.db.transaction(async (tx) => (await seatsOf(tx, classId))?.taken);

/** Holds seats for so many students in a new class that begins in so many days. */
async function held(count: number, { capacity = count, startsIn = 20, day = until } = {}) {
  hour += 1;
  const start = `${String(hour).padStart(2, '0')}:00`;
  const school = await insertClass(server.db, {
    capacity,
    startDate: addDays(today, startsIn),
    endDate: addDays(today, startsIn + 60),
    slots: [{ weekday: 7, start, end: start.replace(':00', ':50') }],
  });
  const asked = { fromTermId: from, branchId: home };
  const { rows } = done<ContinuingPreview>(await staff.post(`${path()}/preview`, asked));
  const chosen = rows
    .slice(0, count)
    .map(({ enrolmentId }) => ({ enrolmentId, toClassId: school._id, waits: false }));
  done(await staff.post(path(), { ...asked, until: day, rows: chosen }));
  const places = placesOf((await list()).families).filter(({ classId }) => classId === school._id);
  expect(places).toHaveLength(count);
  return { school, places };
}
const reply = (
  { enrolmentId, version }: { enrolmentId: string; version: number },
  answer: object,
  client = staff,
) => client.post(`${path()}/answers`, { enrolmentId, version, ...answer });
const undo = ({ enrolmentId, version }: { enrolmentId: string; version: number }) =>
  staff.post(`${path()}/answers/undo`, { enrolmentId, version });
/** What is proposed to the student of a place, in a term with a free class of the next course. */
async function proposedTo({ enrolmentId }: { enrolmentId: string }) {
  const before = (await stored(enrolmentId))?.continuesId;
  const read = async () => {
    const asked = { fromTermId: from, branchId: home };
    const { rows } = done<ContinuingPreview>(await staff.post(`${path()}/preview`, asked));
    return rows.find((row) => row.enrolmentId === before);
  };
  const courseId = (await read())?.courseId;
  const free = await insertClass(server.db, { ...(courseId && { courseId }) });
  const row = await read();
  await server.db.update(classTable).set({ status: 'draft' }).where(eq(classTable._id, free._id));
  return row;
}
function first<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('One was expected');
  return row;
}

describe('the answer of a family', () => {
  it('no frees the seat at once, needs a reason, and is taken back while the seat is free', async () => {
    const { school, places } = await held(1);
    const seat = first(places);
    expect(seat).toMatchObject({ until, isHeld: true, reply: null });
    expectCode(await reply(seat, { answer: 'no' }), 400, 'fieldsInvalid');
    expectCode(await reply(seat, { answer: 'no', reason: 'x' }, finance), 403, 'forbidden');
    expect(await takenOf(school._id)).toBe(1);
    const freed = done<Answered>(await reply(seat, { answer: 'no', reason: 'Moves away' }));
    expect(freed).toMatchObject({ isHeld: false, version: seat.version + 1 });
    expect(await takenOf(school._id)).toBe(0);
    expect(await find(seat.enrolmentId)).toMatchObject({
      isHeld: false,
      reply: { answer: 'no', reason: 'Moves away' },
    });
    expectCode(await reply(freed, { answer: 'yes' }), 409, 'enrolmentChanged');
    expect(await proposedTo(seat)).toMatchObject({
      toClassId: null,
      marks: ['saidNo', 'undecided'],
    });
    expect(done<Answered>(await undo(freed))).toMatchObject({ isHeld: true });
    expect(await takenOf(school._id)).toBe(1);
    const back = await find(seat.enrolmentId);
    expect(back).toMatchObject({ isHeld: true, until, reply: null });
    // Nothing is deleted: the no and what took it back are both kept.
    const replies = await server.db
      .select()
      .from(continuingReplyTable)
      .where(eq(continuingReplyTable.enrolmentId, seat.enrolmentId));
    expect(replies.map(({ answer }) => answer).sort()).toEqual(['no', 'undo']);

    const gone = done<Answered>(
      await reply({ ...seat, version: back?.version ?? 0 }, { answer: 'no', reason: 'Too far' }),
    );
    const [stranger] = await insertProspects(server.db, 1);
    done(
      await owner.post('/enrolments', {
        rows: [{ studentId: stranger?._id, classId: school._id, as: 'active' }],
        noChargeReason: 'x',
      }),
    );
    expectCode(await undo(gone), 409, 'seatGone');
  });

  it('yes holds the seat until the first day of the class, later keeps it and asks again', async () => {
    const { school, places } = await held(2);
    const [one, two] = places;
    if (!one || !two) throw new Error('Two seats were expected');
    const kept = done<Answered>(await reply(one, { answer: 'yes' }));
    expect(kept.isHeld).toBe(true);
    expect(await stored(one.enrolmentId)).toMatchObject({
      status: 'pending',
      continuingUntil: school.startDate,
      holdUntil: new Date(`${school.startDate}T23:59:59.999+07:00`).toISOString(),
    });
    expectCode(await reply(two, { answer: 'later' }), 400, 'fieldsInvalid');
    const late = { answer: 'later', laterOn: addDays(until, 1) };
    expectCode(await reply(two, late), 400, 'fieldsInvalid');
    const over = { answer: 'later', laterOn: addDays(today, -1) };
    expectCode(await reply(two, over), 400, 'fieldsInvalid');
    const laterOn = addDays(today, 2);
    done(await reply(two, { answer: 'later', laterOn }));
    expect(await find(two.enrolmentId)).toMatchObject({
      until,
      reply: { answer: 'later', laterOn },
    });
    // A change that another desk has made meanwhile is seen.
    expectCode(await reply(one, { answer: 'no', reason: 'x' }), 409, 'enrolmentChanged');
  });

  it('is for the own branch', async () => {
    const { places } = await held(1);
    const seat = first(places);
    await moveTo(server.db, 'staff', 'PKS');
    expect((await list()).families).toEqual([]);
    expectCode(await reply(seat, { answer: 'yes' }), 404, 'notFound');
    const letters = { branchId: home, payerIds: [home] };
    expect(done<unknown[]>(await staff.post(`${path()}/letters/preview`, letters))).toEqual([]);
    await moveTo(server.db, 'staff', 'VTE');
    expect(await find(seat.enrolmentId)).toBeDefined();
  });
});

describe('all seats without a yes', () => {
  it('are held longer in one act by a superadmin, at most to the first day of their class', async () => {
    const early = await held(2, { startsIn: 8 });
    const later = await held(1);
    const [sure, open] = early.places;
    if (!sure || !open) throw new Error('Two seats were expected');
    done(await reply(sure, { answer: 'yes' }));
    const body = { branchId: home, until: addDays(today, 10) };
    expect((await list()).lastFirstDay).toBe(later.school.startDate);
    expectCode(await staff.post(`${path()}/prolong`, body), 403, 'forbidden');
    expectCode(
      await owner.post(`${path()}/prolong`, { ...body, until: addDays(today, -1) }),
      400,
      'fieldsInvalid',
    );
    const shown = done<Prolonged>(await owner.post(`${path()}/prolong/preview`, body));
    expect(shown.limited).toBe(1);
    expect((await find(open.enrolmentId))?.until).toBe(until);
    expect(done<Prolonged>(await owner.post(`${path()}/prolong`, body))).toEqual(shown);
    expect((await find(open.enrolmentId))?.until).toBe(early.school.startDate);
    expect((await find(first(later.places).enrolmentId))?.until).toBe(body.until);
    // Nothing is left to prolong, and no hold becomes shorter.
    const again = done<Prolonged>(await owner.post(`${path()}/prolong`, { ...body, until }));
    expect(again).toMatchObject({ places: 0, limited: 0 });
    expect((await find(first(later.places).enrolmentId))?.until).toBe(body.until);
  });

  it('are counted if they fall free tomorrow', async () => {
    const before = (await list()).freeTomorrow;
    const { places } = await held(2, { day: today });
    expect((await list()).freeTomorrow).toBe(before + 2);
    done(await reply(first(places), { answer: 'yes' }));
    expect((await list()).freeTomorrow).toBe(before + 1);
  });
});

describe('the letter to a family', () => {
  const lettersOf = async (payerIds: readonly string[]) =>
    done<ContinuingLetter[]>(
      await staff.post(`${path()}/letters/preview`, { branchId: home, payerIds }),
    ).map((letter) => continuingLetter.parse(letter));
  const familyOf = async (enrolmentId: string) =>
    first(
      (await list()).families.filter(({ places }) =>
        places.some((one) => one.enrolmentId === enrolmentId),
      ),
    );

  it('names siblings together and says the price at which the desk sells, and they leave the list by paying', async () => {
    await server.db.insert(discountRuleTable).values({
      nameEn: 'Second child',
      nameLo: 'ລູກຄົນທີສອງ',
      kind: 'secondChild',
      on: 'tuition',
      percent: 10,
      addsUp: false,
      active: true,
      search: '',
    });
    const { places } = await held(2);
    const [one, two] = places;
    if (!one || !two) throw new Error('Two seats were expected');
    const { payerId } = await familyOf(one.enrolmentId);
    await server.db.delete(guardianTable).where(eq(guardianTable.studentId, two.studentId));
    await server.db.insert(guardianTable).values({
      studentId: two.studentId,
      parentId: payerId,
      position: 0,
      relation: 'mother',
      isPayer: true,
      isPrimaryContact: true,
      canPickUp: true,
    });
    const family = await familyOf(two.enrolmentId);
    expect(family).toMatchObject({ payerId, kind: 'parent' });
    const seats = family.places.filter(({ isHeld }) => isHeld);
    const [letter, ...others] = await lettersOf([payerId]);
    if (!letter) throw new Error('No letter');
    expect(others).toEqual([]);
    expect(letter.places.map(({ enrolmentId }) => enrolmentId).sort()).toEqual(
      seats.map(({ enrolmentId }) => enrolmentId).sort(),
    );
    const lines = letter.places.flatMap((of) => of.lines);
    expect(lines.every(({ isPriced }) => isPriced)).toBe(true);
    expect(new Set(lines.map(({ kind }) => kind))).toContain('product');
    expect(lines.some(({ discounts }) => discounts.length > 0)).toBe(true);

    // The desk bills the same places and books under the same keys.
    const shift = await openDrawer(staff);
    const studentOf = (enrolmentId: string) =>
      String(seats.find((seat) => seat.enrolmentId === enrolmentId)?.studentId);
    const visit = {
      branchId: home,
      payer: { kind: 'parent', parentKey: payerId },
      shiftId: shift._id,
      places: seats.map(({ enrolmentId, studentId, classId }) =>
        place(studentId, classId, { key: enrolmentId, enrolmentId }),
      ),
      products: letter.places.flatMap((of) =>
        of.lines.flatMap(({ key, productId, quantity }) =>
          productId === null
            ? []
            : [book(productId, studentOf(of.enrolmentId), { key, quantity, giveNow: false })],
        ),
      ),
    };
    const sold = await priced(staff, visit);
    const nets = Object.fromEntries(lines.map(({ key, netLAK }) => [key, netLAK]));
    expect(sold).toMatchObject({ expectedLines: nets });
    expect(letter.totalLAK).toBe(sold.expectedTotal);
    const paid = await sendVisit(staff, { ...sold, tenders: [cash(sold.expectedTotal + 1000)] });
    expect(done<VisitAnswer>(paid).order?.totalLAK).toBe(letter.totalLAK);
    for (const seat of seats) expect(await find(seat.enrolmentId)).toBeUndefined();
    expect(await lettersOf([payerId])).toEqual([]);
  });

  it('is in the language of the payer, and is marked as printed and copied by whom', async () => {
    const { places } = await held(1);
    const family = await familyOf(first(places).enrolmentId);
    expect(family.letters).toEqual([]);
    for (const language of ['en', 'lo'] as const) {
      await server.db
        .update(parentTable)
        .set({ preferredLanguage: language })
        .where(eq(parentTable._id, family.payerId));
      expect(first(await lettersOf([family.payerId])).language).toBe(language);
    }
    const mark = (way: string, payerIds = [family.payerId]) =>
      staff.post(`${path()}/letters`, { branchId: home, payerIds, way });
    expect(done(await mark('printed'))).toEqual({ marked: 1 });
    done(await mark('copied'));
    const marks = (await familyOf(first(places).enrolmentId)).letters;
    expect(marks.map(({ way }) => way)).toEqual(['copied', 'printed']);
    expect(marks.every(({ by }) => by !== '')).toBe(true);
    expectCode(await mark('printed', [home]), 404, 'notFound');
  });
});
