import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Found, FoundKind } from '#contract/reports/find.ts';
import type { OrderLookupRow } from '#contract/orders/order-rows.ts';
import { roles } from '#contract/roles.ts';
import { insertProspects } from '#tests/helpers/class-rows.ts';
import {
  BOOK,
  book,
  cash,
  insertBook,
  openDrawer,
  priced,
  sendVisit,
} from '#tests/helpers/visits.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.as('staff');
});
afterAll(() => server.close());

const find = async (client: Client, q: string) =>
  (await client.get(`/find?q=${encodeURIComponent(q)}`)).json<Found[]>();
const of = (kind: FoundKind, rows: Found[]) => rows.filter((row) => row.kind === kind);

type Student = {
  _id: string;
  studentCode: string;
  firstName: string;
  lastName: string;
  firstNameEn: string;
  lastNameEn: string;
  phone: string;
};
const studentsOf = async (client: Client) =>
  (await client.get('/students?search=&pageSize=200&archived=false')).json<Student[]>();

describe('people are found', () => {
  it('in either script, by part of the name, and by code', async () => {
    const both = (await studentsOf(staff)).find(
      ({ firstName, firstNameEn, lastNameEn }) =>
        /^[\u0E80-\u0EFF]/.test(firstName) && firstNameEn.length > 3 && lastNameEn !== '',
    );
    expect(both).toBeDefined();
    const {
      _id,
      firstName = '',
      lastName = '',
      firstNameEn = '',
      lastNameEn = '',
      studentCode = '',
    } = both ?? {};
    for (const q of [
      `${firstName} ${lastName}`,
      `${firstNameEn} ${lastNameEn}`,
      `${lastNameEn.slice(0, 4)} ${firstNameEn.toUpperCase()}`,
      studentCode,
      studentCode.toLowerCase(),
    ]) {
      expect(
        of('student', await find(staff, q)).map((row) => row._id),
        q,
      ).toContain(_id);
    }
  });

  it('with who pays for them', async () => {
    const some = (await studentsOf(staff)).slice(0, 12);
    const records = await Promise.all(
      some.map(async ({ _id }) =>
        (await staff.get(`/students/${_id}`)).json<
          Student & { guardians: { parentId: string; isPayer: boolean }[] }
        >(),
      ),
    );
    const payerOf = ({ _id, guardians }: (typeof records)[number]) =>
      guardians.find(({ isPayer }) => isPayer)?.parentId ?? _id;
    expect(records.some((record) => payerOf(record) !== record._id)).toBe(true);
    for (const record of records)
      expect(
        of('student', await find(staff, record.studentCode)).map(({ payerId }) => payerId),
      ).toEqual([payerOf(record)]);
  });

  it('however a Lao name is spelt', async () => {
    const homeBranchId = await branchId(server.db, 'VTE');
    const made = await staff.post('/students', {
      firstName: 'ໝໍຣິນ',
      lastName: 'ຫຼ້າສຸດໄຊ',
      gender: 'female',
      dateOfBirth: '1990-01-01',
      phone: '02055667788',
      homeBranchId,
      guardians: [],
      confirmedDuplicate: true,
    });
    expect(made.statusCode, made.body).toBe(201);
    const { _id } = made.json<{ _id: string }>();
    for (const q of ['ຫມໍລິນ', 'ໝໍຣິນ ຫລ້າສຸດໃຊ', '020 5566 7788', '55667788'])
      expect(
        (await find(staff, q)).map((row) => row._id),
        q,
      ).toContain(_id);
  });

  it('first where a word begins with the text, at the desk the given name before others', async () => {
    const homeBranchId = await branchId(server.db, 'VTE');
    const ids: string[] = [];
    for (const [firstName, lastName] of [
      ['Zorquin', 'Vong'],
      ['Anna', 'Zorqa'],
      ['Axazorq', 'Vong'],
    ])
      ids.push(
        (
          await staff.post('/students', {
            firstName,
            lastName,
            gender: 'female',
            dateOfBirth: '1990-01-01',
            phone: '02055667799',
            homeBranchId,
            guardians: [],
            confirmedDuplicate: true,
          })
        ).json<{ _id: string }>()._id,
      );
    const atDesk = (await staff.get(`/desk/people?branchId=${homeBranchId}&search=zorq`)).json<
      { _id: string }[]
    >();
    expect(atDesk.map(({ _id }) => _id)).toEqual(ids);
    expect((await find(staff, 'zorq')).map(({ _id }) => _id)).toEqual([ids[1], ids[0], ids[2]]);
  });

  it('by phone, as parents and as teachers', async () => {
    const owner = await server.as('superadmin');
    const [parent] = (await owner.get('/parents?search=&pageSize=1&archived=false')).json<
      { _id: string; phone: string }[]
    >();
    expect(of('parent', await find(owner, parent?.phone ?? '')).map(({ _id }) => _id)).toContain(
      parent?._id,
    );
    const [teacher] = (await staff.get('/teachers')).json<{ _id: string; teacherCode: string }[]>();
    expect(
      of('teacher', await find(staff, teacher?.teacherCode ?? '')).map(({ _id }) => _id),
    ).toEqual([teacher?._id]);
  });
});

it('classes, orders, receipts and products are found by code, number and name', async () => {
  const [one] = (await staff.get('/classes')).json<{ _id: string; classCode: string }[]>();
  expect(of('class', await find(staff, one?.classCode ?? ''))).toMatchObject([
    { _id: one?._id, code: one?.classCode },
  ]);
  const productId = await insertBook(server.db);
  const { _id: shiftId } = await openDrawer(staff);
  const visit = await priced(staff, {
    branchId: await branchId(server.db, 'VTE'),
    payer: { kind: 'walkIn', name: 'Noy Walker' },
    products: [book(productId, null)],
    tenders: [cash(BOOK)],
    shiftId,
  });
  const sold = await sendVisit(staff, visit);
  expect(sold.statusCode, sold.body).toBe(201);
  const [order] = of('order', await find(staff, 'noy walk'));
  expect(order).toMatchObject({ name: 'Noy Walker', sumLAK: 0 });
  expect(of('order', await find(staff, order?.code ?? '')).map(({ _id }) => _id)).toEqual([
    order?._id,
  ]);
  const receipts = of('receipt', await find(staff, 'VTE-R'));
  expect(receipts).toHaveLength(1);
  expect(
    of('receipt', await find(staff, receipts[0]?.code.slice(-3) ?? '')).map(({ _id }) => _id),
  ).toEqual([receipts[0]?._id]);
  const products = (await staff.get('/products')).json<
    { _id: string; sku: string; barcode: string; nameLo: string; active: boolean }[]
  >();
  const product = products.find(({ active, barcode }) => active && barcode !== '');
  for (const q of [product?.sku ?? '', product?.barcode ?? '', product?.nameLo ?? ''])
    expect(
      of('product', await find(staff, q)).map(({ _id }) => _id),
      q,
    ).toContain(product?._id);
  // The cost of a product is shown only to those who may read it.
  expect(JSON.stringify(await find(staff, product?.sku ?? ''))).not.toMatch(/cost/i);
});

describe('what a device keeps of the orders of its branch', () => {
  const lookup = async (client: Client, branch: string) =>
    client.get(`/orders/lookup?branchId=${await branchId(server.db, branch)}`);

  it('finds one by its receipt and by the payer in either script, and tells neither what was bought nor how it was paid', async () => {
    const productId = await insertBook(server.db);
    const { _id: shiftId } = await openDrawer(staff);
    const homeBranchId = await branchId(server.db, 'VTE');
    const person = {
      firstName: 'ສົມພອນ',
      lastName: 'ຄຳດີ',
      firstNameEn: 'Somphone',
      lastNameEn: 'Khamdy',
      gender: 'female',
      dateOfBirth: '1990-01-01',
      phone: '02055667711',
      homeBranchId,
      guardians: [],
      confirmedDuplicate: true,
    };
    const { _id: studentKey } = (await staff.post('/students', person)).json<{ _id: string }>();
    const visit = await priced(staff, {
      branchId: homeBranchId,
      payer: { kind: 'student', studentKey },
      products: [book(productId, studentKey)],
      tenders: [cash(BOOK)],
      shiftId,
    });
    const { order, receipt } = (await sendVisit(staff, visit)).json<{
      order: { _id: string; number: string };
      receipt: { number: string };
    }>();
    const rows = (await lookup(staff, 'VTE')).json<OrderLookupRow[]>();
    const row = rows.find(({ _id }) => _id === order._id);
    expect(row).toMatchObject({
      number: order.number,
      receipts: receipt.number,
      payerName: 'ສົມພອນ ຄຳດີ',
      payerNameEn: 'Somphone Khamdy',
      payerPhone: '+8562055667711',
      state: 'confirmed',
      balanceLAK: 0,
    });
    expect(row?.names).toContain('Somphone Khamdy');
    expect(Object.keys(row ?? {}).toSorted()).toEqual([
      '_id',
      'at',
      'balanceLAK',
      'names',
      'number',
      'payerName',
      'payerNameEn',
      'payerPhone',
      'receipts',
      'state',
    ]);
  });

  it('is of that branch only, and of no other for whoever works in one', async () => {
    const owner = await server.as('superadmin');
    expect((await lookup(owner, 'LPB')).statusCode).toBe(200);
    const numbers = (await lookup(staff, 'VTE'))
      .json<OrderLookupRow[]>()
      .map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(0);
    for (const number of numbers) expect(number).toMatch(/^VTE-/);
    for (const role of ['admin', 'staff', 'finance'] as const)
      expect((await lookup(await server.as(role), 'LPB')).statusCode, role).toBe(404);
  });
});

describe('nothing of another branch', () => {
  it.each(['admin', 'staff', 'finance'] as const)('is found by %s', async (role) => {
    const client = await server.as(role);
    const owner = await server.as('superadmin');
    const [theirs] = await insertProspects(server.db, 1, { branch: 'LPB' });
    const their = (await owner.get(`/students/${theirs?._id}`)).json<Student>();
    expect(of('student', await find(owner, their.studentCode))).toHaveLength(1);
    expect(await find(client, their.studentCode)).toEqual([]);
    const lpb = await branchId(server.db, 'LPB');
    const other = (await owner.get(`/classes?branchId=${lpb}`))
      .json<{ classCode: string; branchId: string }[]>()
      .find((row) => row.branchId === lpb);
    if (other) expect(of('class', await find(client, other.classCode))).toEqual([]);
  });
});

it('a question of one letter is refused, one of signs finds nothing, and each kind answers at most five', async () => {
  expect((await staff.get('/find?q=a')).statusCode).toBe(400);
  expect(await find(staff, '%_')).toEqual([]);
  for (const role of roles) {
    const rows = await find(await server.as(role), '20');
    for (const kind of new Set(rows.map((row) => row.kind)))
      expect(of(kind, rows).length).toBeLessThanOrEqual(5);
  }
});
