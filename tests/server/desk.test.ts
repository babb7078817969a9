import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  DeskClasses,
  DeskFamily,
  DeskLookupRow,
  DeskPerson,
  DeskRules,
} from '#contract/desk/desk.ts';
import { weekdayOf } from '#contract/dates.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';
import {
  BOOK,
  book,
  cash,
  insertBook,
  openDrawer,
  priced,
  sendVisit,
} from '#tests/helpers/visits.ts';

let server: TestServer;
let staff: Client;
let branchId: string;
let child: { _id: string; firstName: string; lastName: string; parentId: string; phone: string };
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.as('staff');
  branchId = (await staff.get('/auth/me')).json<{ branchId: string }>().branchId;
  const { _id, firstName, lastName, homeBranchId, archived } = studentTable;
  const [found] = await server.db
    .select({ _id, firstName, lastName, parentId: parentTable._id, phone: parentTable.phone })
    .from(studentTable)
    .innerJoin(
      guardianTable,
      and(eq(guardianTable.studentId, _id), eq(guardianTable.isPayer, true)),
    )
    .innerJoin(parentTable, eq(parentTable._id, guardianTable.parentId))
    .where(and(eq(homeBranchId, branchId), eq(archived, false)))
    .limit(1);
  child = found as typeof child;
});
afterAll(() => server.close());

const people = async (client: Client, search: string) =>
  (await client.get(`/desk/people?branchId=${branchId}&search=${encodeURIComponent(search)}`)).json<
    DeskPerson[]
  >();

describe('the Who box', () => {
  it('finds a child by name, and by the last digits of the phone of who pays', async () => {
    for (const search of [`${child.firstName} ${child.lastName}`, child.phone.slice(-4)]) {
      expect(
        (await people(staff, search)).map(({ _id }) => _id),
        search,
      ).toContain(child._id);
    }
    const [row] = (await people(staff, `${child.firstName} ${child.lastName}`)).filter(
      ({ _id }) => _id === child._id,
    );
    expect(row).toMatchObject({ kind: 'student', phone: child.phone, owedLAK: 0, branchId });
  });

  it('shows nobody of a branch in which they have neither a place nor an order', async () => {
    const other = (await (await server.as('superadmin')).get('/students?pageSize=200'))
      .json<{ _id: string; homeBranchId: string; firstName: string; lastName: string }[]>()
      .find(({ homeBranchId }) => homeBranchId !== branchId);
    expect(other).toBeDefined();
    if (!other) return;
    expect(
      (await people(staff, `${other.firstName} ${other.lastName}`)).map(({ _id }) => _id),
    ).not.toContain(other._id);
    expect(
      (await staff.get(`/desk/families?branchId=${branchId}&studentId=${other._id}`)).statusCode,
    ).toBe(404);
  });
});

it('a family is everybody for whom one payer pays, with what each may go on with', async () => {
  const family = (
    await staff.get(`/desk/families?branchId=${branchId}&studentId=${child._id}`)
  ).json<DeskFamily>();
  expect(family.payer).toMatchObject({ kind: 'parent', _id: child.parentId, phone: child.phone });
  expect(family.students.map(({ _id }) => _id)).toContain(child._id);
  expect(family).toMatchObject({ owed: [], creditLAK: 0 });
});

it('classes that enrol have seats, a price of today and what speaks against them', async () => {
  const { classes } = (
    await staff.get(`/desk/classes?branchId=${branchId}&studentId=${child._id}`)
  ).json<DeskClasses>();
  expect(classes.length).toBeGreaterThan(0);
  const priced = classes.find(({ price }) => price !== null);
  expect(priced?.price).toMatchObject({
    courseId: priced?.courseId,
    price: { amount: expect.any(Number) as number },
  });
  expect(priced?.capacity).toBeGreaterThan(0);
  const alone = (
    await staff.get(`/desk/classes?branchId=${branchId}&classId=${priced?.classId}`)
  ).json<DeskClasses>();
  expect(alone.classes.map(({ classId }) => classId)).toEqual([priced?.classId]);
});

it('the rules of a branch are those of its settings; another branch is refused', async () => {
  const shift = await openDrawer(staff);
  const sold = await insertBook(server.db);
  const visit = await priced(staff, {
    branchId,
    shiftId: shift._id,
    payer: { kind: 'walkIn', name: 'Somsy', phone: '' },
    places: [],
    products: [book(sold, null)],
    tenders: [cash(BOOK)],
  });
  expect((await sendVisit(staff, visit)).statusCode).toBe(201);
  const rules = (await staff.get(`/desk/rules?branchId=${branchId}`)).json<DeskRules>();
  expect(rules).toMatchObject({ minimumRule: 'whole', discountLimitPercent: 10, dueDays: 14 });
  expect(rules.bestSellers).toEqual([sold]);
  const other = (await staff.get('/branch-names'))
    .json<{ _id: string }[]>()
    .find(({ _id }) => _id !== branchId);
  expect((await staff.get(`/desk/rules?branchId=${other?._id}`)).statusCode).toBe(404);
});

describe('what a device keeps of its branch', () => {
  const copyOf = async (id: string) =>
    (await staff.get(`/desk/lookup?branchId=${id}`)).json<DeskLookupRow[]>();

  it('finds a child by everything that their guardians are called, with who pays, and holds what a family answers of places', async () => {
    const row = (await copyOf(branchId)).find(({ _id }) => _id === child._id);
    expect(row).toMatchObject({ payer: { _id: child.parentId, phone: child.phone }, owedLAK: 0 });
    expect(row?.guardians).toContain(child.phone.slice(-4));
    const family = (
      await staff.get(`/desk/families?branchId=${branchId}&studentId=${child._id}`)
    ).json<DeskFamily>();
    const same = family.students.find(({ _id }) => _id === child._id);
    expect(row).toMatchObject({
      nextCourseId: same?.nextCourseId,
      firstTermOn: same?.firstTermOn,
      priceCategory: same?.priceCategory,
    });
    const kept = same?.places.filter(({ status }) =>
      ['active', 'suspended', 'pending', 'waitlisted', 'completed'].includes(status),
    );
    expect(
      row?.places
        .map(({ termId: _term, ...place }) => place)
        .toSorted((a, b) => a.enrolmentId.localeCompare(b.enrolmentId)),
    ).toEqual(kept?.toSorted((a, b) => a.enrolmentId.localeCompare(b.enrolmentId)));
  });

  it('is the own branch only, and nothing of health, address or what was paid', async () => {
    const rows = await copyOf(branchId);
    const own = await server.db
      .select({ _id: studentTable._id })
      .from(studentTable)
      .where(and(eq(studentTable.homeBranchId, branchId), eq(studentTable.archived, false)));
    expect(new Set(rows.map(({ _id }) => _id))).toEqual(new Set(own.map(({ _id }) => _id)));
    expect(
      Object.keys(rows[0] ?? {}).filter((name) =>
        /health|note|address|village|photo|paid|receipt|email/i.test(name),
      ),
    ).toEqual([]);
    const other = (await staff.get('/branch-names'))
      .json<{ _id: string }[]>()
      .find(({ _id }) => _id !== branchId);
    expect((await staff.get(`/desk/lookup?branchId=${other?._id}`)).statusCode).toBe(404);
  });

  it('has the price of each category that has a fee of its own', async () => {
    const { classes } = (await staff.get(`/desk/classes?branchId=${branchId}`)).json<DeskClasses>();
    // A class begins for its families on the first day that it meets.
    const meetsOn = (day: string) => (slot: { weekday: number }) => slot.weekday === weekdayOf(day);
    expect(classes.filter(({ slots, startDate }) => !slots.some(meetsOn(startDate)))).toEqual([]);
    const [target] = classes.filter(({ price }) => price !== null);
    if (!target) throw new Error('No class with a price');
    const [fee] = await server.db
      .select()
      .from(courseFeeTable)
      .where(eq(courseFeeTable.courseId, target.courseId))
      .limit(1);
    if (!fee) throw new Error('No fee');
    const _id = randomUUID();
    await server.db.insert(courseFeeTable).values({
      ...fee,
      _id,
      seriesId: _id,
      branchId: null,
      termId: null,
      basis: 'term',
      priceCategory: 'staff',
      amount: 77_000,
      currency: 'LAK',
      validFrom: '2020-01-01',
      validTo: null,
    });
    const copy = (await staff.get(`/desk/classes?branchId=${branchId}&copy=true`))
      .json<DeskClasses>()
      .classes.find(({ classId }) => classId === target.classId);
    expect(copy?.price?.price).toEqual(target.price?.price);
    expect(copy?.prices?.find(({ priceCategory }) => priceCategory === 'staff')).toMatchObject({
      basis: 'term',
      price: { price: { amount: 77_000, currency: 'LAK' } },
    });
  });
});
