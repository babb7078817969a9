import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eanCheckDigit } from '#contract/stock/barcode.ts';
import type { Course } from '#contract/courses/courses.ts';
import type { ProductCategory } from '#contract/stock/product-categories.ts';
import { product as productRow, productInput, type Product } from '#contract/stock/products.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import {
  branchId,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let admin: Client;
let superadmin: Client;
let categoryId: string;
beforeAll(async () => {
  server = await startTestServer();
  [admin, superadmin] = [await server.as('admin'), await server.as('superadmin')];
  const category = await admin.post('/product-categories', {
    code: 'TEST',
    nameEn: 'Tested things',
    nameLo: 'ທົດສອບ',
  });
  categoryId = category.json<ProductCategory>()._id;
});
afterAll(() => server.close());

const MISSING = '01890000-0000-7000-8000-000000000000';
let made = 0;
const newBarcode = () => {
  const digits = `885${String((made += 1)).padStart(9, '0')}`;
  return `${digits}${eanCheckDigit(digits)}`;
};
const input = (sku: string, fields: object = {}) => ({
  sku,
  nameEn: `Product ${sku}`,
  nameLo: 'ສິນຄ້າ',
  categoryId,
  price: 50_000,
  unit: 'piece',
  ...fields,
});
const add = async (sku: string, fields: object = {}) => {
  const answer = await admin.post('/products', input(sku, fields));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Product>();
};
const put = (client: Client, { _id, ...row }: Product, fields: object) =>
  client.put(`/products/${_id}`, { ...row, ...fields });
const change = (row: Product, fields: object) => put(admin, row, fields);
const saved = (answer: Answer) => {
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Product>();
};
const fieldsOf = (answer: Answer) => answer.json<{ fields: object }>().fields;
const read = async (client: Client, { _id }: Product) =>
  (await client.get(`/products/${_id}`)).json<Product>();

describe('a product', () => {
  it('is read by everybody and written by admins', async () => {
    const row = await add('role-1', {
      nameLo: 'ປຶ້ມແບບຝຶກຫັດ',
      cost: { amount: 30_000, currency: 'LAK' },
    });
    z.strictObject(productRow.shape).parse(row);
    expect(row).toMatchObject({
      sku: 'ROLE-1',
      currency: 'LAK',
      trackStock: true,
      courses: [],
      reorderLevels: [],
      active: true,
    });
    for (const role of ['staff', 'finance'] as const) {
      const client = await server.as(role);
      expect(
        (await client.get('/products?search=ປຶ້ມແບບຝຶກຫັດ')).json<Product[]>().map(({ sku }) => sku),
      ).toContain('ROLE-1');
      expectCode(await client.post('/products', input('NO')), 403, 'forbidden');
    }
  });

  it('names what is wrong with it', async () => {
    await add('TWICE');
    const wrong = async (fields: object) =>
      fieldsOf(await admin.post('/products', input('WRONG', fields)));
    expect(await wrong({ sku: 'twice' })).toEqual({ sku: 'Already used' });
    expect(await wrong({ sku: 'A B' })).toEqual({
      sku: 'Letters A to Z, digits and dashes, at most 20',
    });
    expect(await wrong({ barcode: '9780194738751' })).toEqual({
      barcode: 'Not a barcode: one of the 13 digits is not right',
    });
    expect(await wrong({ categoryId: MISSING })).toEqual({
      categoryId: 'This category was not found',
    });
    expect(await wrong({ photoFileId: MISSING })).toEqual({
      photoFileId: 'The file was not found. Upload it again',
    });
    expect(await wrong({ courses: [{ courseId: MISSING, quantity: 1, needed: 'usual' }] })).toEqual(
      { 'courses.0.courseId': 'This course was not found' },
    );
  });

  it('refuses a stale version', async () => {
    const row = await add('STALE');
    expect(saved(await change(row, { price: 60_000 }))).toMatchObject({
      price: 60_000,
      version: 2,
    });
    expectCode(await change(row, { price: 70_000 }), 409, 'versionConflict');
  });

  it('has the next number of its category suggested', async () => {
    const [first, odd] = [await add('TEST-041'), await add('TEST-9X')];
    expect((await admin.get(`/products/next-sku?categoryId=${categoryId}`)).json()).toEqual({
      sku: 'TEST-042',
    });
    await change(first, { sku: 'OTHER-1' });
    expect((await admin.get(`/products/next-sku?categoryId=${odd.categoryId}`)).json()).toEqual({
      sku: 'TEST-001',
    });
    expect(fieldsOf(await admin.get(`/products/next-sku?categoryId=${MISSING}`))).toEqual({
      categoryId: 'This category was not found',
    });
  });
});

describe('the products of the demo centre', () => {
  it('are 40 that the contract takes, each with its own barcode unless it is a fee', async () => {
    const all = (await admin.get('/products'))
      .json<Product[]>()
      .filter((one) => one.categoryId !== categoryId);
    expect(all).toHaveLength(40);
    for (const one of all)
      expect(productInput.safeParse(one).error?.issues, one.sku).toBeUndefined();
    expect(all.filter(({ trackStock }) => !trackStock).map(({ sku }) => sku.slice(0, 4))).toEqual(
      Array.from({ length: 5 }, () => 'EXAM'),
    );
    expect(new Set(all.map(({ barcode }) => barcode)).size).toBe(36);
    expect(all.filter(({ courses }) => courses.length > 0).length).toBeGreaterThan(20);
  });
});

describe('a barcode', () => {
  it('belongs to one product, which is named', async () => {
    const barcode = newBarcode();
    await add('BAR-1', { barcode, nameEn: 'Reader: level 2' });
    const taken = { barcode: 'Already used for BAR-1, Reader: level 2 / ສິນຄ້າ' };
    expect(
      fieldsOf(
        await admin.post(
          '/products',
          input('BAR-2', { barcode: barcode.replace(/(\d{3})/, '$1-') }),
        ),
      ),
    ).toEqual(taken);
    const other = await add('BAR-3');
    await add('BAR-4');
    expect(fieldsOf(await change(other, { barcode }))).toEqual(taken);
    expect(saved(await change(await read(admin, other), { barcode: newBarcode() })).version).toBe(
      2,
    );
  });

  it('goes to one of 20 who post it at once, and the others are told which', async () => {
    const barcode = newBarcode();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        admin.post('/products', input(`RUSH-${at}`, { barcode })),
      ),
    );
    const winner = answers.find(({ statusCode }) => statusCode === 201)?.json<Product>();
    const others = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(others).toHaveLength(19);
    for (const other of others)
      expect(fieldsOf(other)).toEqual({
        barcode: `Already used for ${winner?.sku}, ${winner?.nameEn} / ສິນຄ້າ`,
      });
    expect((await admin.get(`/products?search=${barcode}`)).json()).toHaveLength(1);
  });
});

describe('what a product costs', () => {
  it('is hidden from staff in the list, the record and what their devices keep', async () => {
    const row = await add('COST-1', { cost: { amount: 1_000, currency: 'LAK' } });
    const staff = await server.as('staff');
    expect(await read(await server.as('finance'), row)).toMatchObject({
      cost: { amount: 1_000, currency: 'LAK' },
      costLAK: 1_000,
    });
    const seen = [
      await read(staff, row),
      ...(await staff.get('/products')).json<Product[]>(),
      ...(await staff.get('/products?sort=price&pageSize=200')).json<Product[]>(),
    ];
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.filter((one) => 'cost' in one || 'costLAK' in one)).toEqual([]);
  });

  it('is kept as typed and in kip at the newest rate, and stays when it is left out', async () => {
    const rate = (rateToLAK: string) =>
      server.db
        .insert(exchangeRateTable)
        .values({ currency: 'THB', rateToLAK, note: '', createdBy: '', search: '' });
    await rate('600.5');
    const row = await add('COST-2', { cost: { amount: 19_950, currency: 'THB' } });
    expect(row).toMatchObject({ cost: { amount: 19_950, currency: 'THB' }, costLAK: 119_800 });
    await rate('700');
    const { cost, costLAK: _costLAK, ...withoutCost } = row;
    const renamed = saved(await change(withoutCost, { nameEn: 'Renamed' }));
    expect(renamed).toMatchObject({ cost, costLAK: 119_800 });
    expect(saved(await change(renamed, { nameEn: 'Again' }))).toMatchObject({
      cost,
      costLAK: 119_800,
    });
    expect(
      saved(
        await change({ ...renamed, version: 3 }, { cost: { amount: 20_000, currency: 'THB' } }),
      ),
    ).toMatchObject({ costLAK: 140_000 });
    expect(saved(await change({ ...renamed, version: 4 }, { cost: null }))).toMatchObject({
      cost: null,
      costLAK: null,
    });
  });

  it('is refused in a currency without a rate', async () => {
    await server.db.execute('alter table exchange_rates disable trigger all');
    await server.db.delete(exchangeRateTable).where(eq(exchangeRateTable.currency, 'USD'));
    await server.db.execute('alter table exchange_rates enable trigger all');
    const refused = await admin.post(
      '/products',
      input('COST-3', { cost: { amount: 100, currency: 'USD' } }),
    );
    expectCode(refused, 409, 'rateMissing');
    expect(refused.json<{ error: string }>().error).toBe('There is no exchange rate for USD');
  });
});

describe('a reorder level', () => {
  const levelOf = async (row: Product, branch: string) =>
    (
      await server.db.select().from(stockLevelTable).where(eq(stockLevelTable.productId, row._id))
    ).find((level) => level.branchId === branch);

  it('is set by the own branch, kept when it is left out, and removed by none', async () => {
    const [own, other] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'PKS')];
    const row = await add('LEVEL-1', {
      reorderLevels: [{ branchId: own.toUpperCase(), level: 5 }],
    });
    expect(row.reorderLevels).toEqual([{ branchId: own, level: 5 }]);
    expect(await levelOf(row, own)).toMatchObject({
      onHand: 0,
      reserved: 0,
      seq: 0,
      reorderLevel: 5,
    });
    const both = saved(
      await put(superadmin, row, { reorderLevels: [{ branchId: other, level: 9 }] }),
    );
    expect(both.reorderLevels).toHaveLength(2);
    expect(
      saved(
        await change(both, {
          reorderLevels: [
            { branchId: other, level: 9 },
            { branchId: own, level: null },
          ],
        }),
      ).reorderLevels,
    ).toEqual([{ branchId: other, level: 9 }]);
  });

  it('of another branch is refused to an admin, and nothing is saved', async () => {
    const [own, other] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'PKS')];
    const row = await add('LEVEL-2');
    for (const level of [3, 0]) {
      const refused = await change(row, {
        nameEn: 'Not saved',
        reorderLevels: [
          { branchId: own, level: 1 },
          { branchId: other, level },
        ],
      });
      expect(fieldsOf(refused)).toEqual({
        'reorderLevels.1.level': 'Only an admin of this branch can change its reorder level',
      });
    }
    const set = saved(
      await put(superadmin, row, { reorderLevels: [{ branchId: other, level: 9 }] }),
    );
    expect(
      fieldsOf(await change(set, { reorderLevels: [{ branchId: other, level: null }] })),
    ).toEqual({
      'reorderLevels.0.level': 'Only an admin of this branch can change its reorder level',
    });
    expect(await levelOf(row, own)).toBeUndefined();
    expect(await read(admin, row)).toMatchObject({
      nameEn: row.nameEn,
      reorderLevels: [{ branchId: other, level: 9 }],
    });
    const wrong = [
      { branchId: own, level: 1 },
      { branchId: own, level: 2 },
      { branchId: MISSING, level: 1 },
    ];
    expect(fieldsOf(await change(set, { reorderLevels: wrong }))).toEqual({
      'reorderLevels.1.branchId': 'This branch is listed twice',
      'reorderLevels.2.branchId': 'This branch was not found',
    });
  });
});

describe('the products of a course', () => {
  const newCourse = async (code: string, fields: object = {}) => {
    const [category] = (await admin.get('/course-categories')).json<{ _id: string }[]>();
    const answer = await admin.post('/courses', {
      code,
      nameEn: code,
      categoryId: category?._id,
      totalHours: 10,
      ...fields,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<Course>();
  };
  const readCourse = async ({ _id }: Course) => (await admin.get(`/courses/${_id}`)).json<Course>();
  const changeCourse = ({ _id, ...row }: Course, fields: object) =>
    admin.put(`/courses/${_id}`, { ...row, ...fields });

  it('are seen and changed from both sides', async () => {
    const book = await add('LINK-1');
    const course = await newCourse('LINK-A', {
      products: [{ productId: book._id.toUpperCase(), quantity: 2, needed: 'usual' }],
    });
    expect(course.products).toEqual([{ productId: book._id, quantity: 2, needed: 'usual' }]);
    const seen = await read(admin, book);
    expect(seen).toMatchObject({
      version: 2,
      courses: [{ courseId: course._id, quantity: 2, needed: 'usual' }],
    });
    const other = await newCourse('LINK-B');
    saved(
      await change(seen, { courses: [{ courseId: other._id, quantity: 1, needed: 'optional' }] }),
    );
    expect(await readCourse(course)).toMatchObject({ version: 2, products: [] });
    expect(await readCourse(other)).toMatchObject({
      version: 2,
      products: [{ productId: book._id, quantity: 1, needed: 'optional' }],
    });
    const audits = await server.db
      .select()
      .from(auditTable)
      .where(eq(auditTable.entityId, course._id))
      .orderBy(auditTable._id);
    expect(audits.at(-1)).toMatchObject({
      action: 'update',
      entity: 'courses',
      before: { products: course.products },
      after: { products: [] },
    });
  });

  it('are not overwritten unseen from the other side', async () => {
    const [book, course] = [await add('LINK-2'), await newCourse('LINK-C')];
    saved(
      await change(book, { courses: [{ courseId: course._id, quantity: 1, needed: 'usual' }] }),
    );
    expectCode(await changeCourse(course, { products: [] }), 409, 'versionConflict');
    const current = await readCourse(course);
    expect((await changeCourse(current, { nameEn: 'Same products' })).statusCode).toBe(200);
    expect(await read(admin, book)).toMatchObject({ version: 2 });
    expect(
      (
        await changeCourse(
          { ...current, version: 3 },
          { products: [{ productId: book._id, quantity: 3, needed: 'usual' }] },
        )
      ).statusCode,
    ).toBe(200);
    expectCode(await change(book, { version: 2, courses: [] }), 409, 'versionConflict');
    expect(await read(admin, book)).toMatchObject({
      version: 3,
      courses: [{ courseId: course._id, quantity: 3, needed: 'usual' }],
    });
  });

  it('are each named once and exist', async () => {
    const [book, course] = [await add('LINK-3'), await newCourse('LINK-D')];
    const link = { productId: book._id, quantity: 1, needed: 'usual' };
    expect(
      fieldsOf(
        await changeCourse(course, { products: [link, link, { ...link, productId: MISSING }] }),
      ),
    ).toEqual({
      'products.1.productId': 'This product is listed twice',
      'products.2.productId': 'This product was not found',
    });
  });

  it('are saved from both sides at once without a blocked writer', async () => {
    const books = [await add('LINK-4'), await add('LINK-5'), await add('LINK-6')];
    const courses = [
      await newCourse('LINK-E'),
      await newCourse('LINK-F'),
      await newCourse('LINK-G'),
    ];
    const answers = await Promise.all([
      ...books.map((book) =>
        change(book, {
          courses: courses.map(({ _id }) => ({ courseId: _id, quantity: 1, needed: 'usual' })),
        }),
      ),
      ...courses.map((course) =>
        changeCourse(course, {
          products: books.map(({ _id }) => ({ productId: _id, quantity: 2, needed: 'usual' })),
        }),
      ),
    ]);
    expect(
      answers.filter(({ statusCode }) => ![200, 409].includes(statusCode)).map(({ body }) => body),
    ).toEqual([]);
    const links = (await Promise.all(courses.map(readCourse))).flatMap(({ _id, products }) =>
      products.map(({ productId, quantity }) => `${_id} ${productId} ${quantity}`),
    );
    const same = (await Promise.all(books.map((book) => read(admin, book)))).flatMap((book) =>
      book.courses.map(({ courseId, quantity }) => `${courseId} ${book._id} ${quantity}`),
    );
    expect(links.sort()).toEqual(same.sort());
    expect(links.length).toBeGreaterThan(0);
  });
});
