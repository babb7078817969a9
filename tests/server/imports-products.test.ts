import { parse } from 'csv-parse/sync';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Product } from '#contract/stock/products.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { courseProductTable, productTable } from '#server/db/tables/catalogue/products.table.ts';
import { listSteps, type ListFile } from '#tests/helpers/list-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import {
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.close());

const kind = 'products' as const;
const steps = listSteps(() => admin);
const of = { kind };
const read = (...lines: [string, ...string[]]) => steps.read(csv(...lines), of);
const check = (file: ListFile) => steps.check(file, of);
const run = (file: ListFile) => steps.run(file, of);
const undo = (file: ListFile, others = false) => steps.undo(file, admin, kind, others);
const rowsOf = (answer: Answer) =>
  parse(answer.rawPayload, { bom: true, columns: true }) as Record<string, string>[];
const bySku = async (sku: string) =>
  (await admin.get(`/products?search=${sku}`)).json<Product[]>()[0];
const named = (start: string) =>
  server.db.$count(productTable, like(productTable.sku, `${start}%`));

const HEAD =
  'SKU,Name (English),Name (Lao),Category,Price,Currency,Cost,Barcode,Unit,Stock is counted';

describe('the export of products', () => {
  it('has what they cost for finance and not for staff', async () => {
    const all = rowsOf(await (await server.as('finance')).get('/products/export?format=csv'));
    expect(all).toHaveLength(40);
    expect(all.find(({ SKU }) => SKU === 'BOOK-008')).toMatchObject({
      Category: 'BOOK',
      Price: '695',
      Currency: 'THB',
      Cost: '520',
      'Currency of the cost': 'THB',
      'Stock is counted': 'Yes',
    });
    const seen = rowsOf(
      await (await server.as('staff')).get('/products/export?format=csv&search=exam'),
    );
    expect(seen.map(({ SKU }) => SKU)).toContain('EXAM-004');
    expect(Object.keys(seen[0] ?? {}).filter((heading) => /cost/i.test(heading))).toEqual([]);
  });

  it('can be imported again, and changes nothing', async () => {
    const before = await server.db.select().from(productTable).orderBy(productTable.sku);
    const file = await steps.read(
      (await admin.get('/products/export?format=xlsx&language=lo')).rawPayload,
      { kind },
    );
    expect(file.matching).not.toContain(null);
    expect(await check(file)).toMatchObject({ rows: 40, problemRows: 0, same: 40 });
    expect((await run(file)).added).toBe(0);
    expect(await server.db.select().from(productTable).orderBy(productTable.sku)).toEqual(before);
  });
});

describe('the import of products', () => {
  it('knows every heading of its template, and never imports the example', async () => {
    const file = await steps.read((await admin.get('/products/import/template')).rawPayload, of);
    expect(file.matching).not.toContain(null);
    expect(file.matching).toEqual(expect.arrayContaining(['sku', 'trackStock', 'active']));
    expect(file.matching.filter((field) => field?.startsWith('stock'))).toEqual([]);
    expect(await check(file)).toMatchObject({ rows: 1, out: 1, ready: 0 });
  });

  it('tells every problem by row and column, and changes nothing', async () => {
    const before = await named('');
    await server.db
      .update(productCategoryTable)
      .set({ active: false })
      .where(eq(productCategoryTable.code, 'BAG'));
    const found = await check(
      await read(
        HEAD,
        'P-1,One,ໜຶ່ງ,Course books,"150,000",,,,ຫົວ,',
        'P 2,Two,,Nowhere,1.5,LAK,,9789932010012,ຫົວ,perhaps',
        'P-3,Three,ສາມ,BOOK,10,THB,5,9789932010011,ຫົວ,no',
        'P-1,Again,ອີກ,BOOK,10,,,,ຫົວ,',
        'P-4,Four,ສີ່,BAG,10,,,,ຫົວ,',
        'BOOK-002,,,,,,,,,no',
      ),
    );
    await server.db
      .update(productCategoryTable)
      .set({ active: true })
      .where(eq(productCategoryTable.code, 'BAG'));
    expect(found).toMatchObject({ rows: 6, ready: 1, problemRows: 5 });
    expect(
      found.problems.map(({ row, label, error }) => `${row} ${label}: ${error}`).sort(),
    ).toEqual([
      '3 Barcode: Not a barcode: one of the 13 digits is not right',
      '3 Category: This category was not found',
      '3 Name (Lao): Required',
      '3 Price: Kip has no decimals. Write it like 1,500,000',
      '3 SKU: Letters A to Z, digits and dashes, at most 20',
      '3 Stock is counted: Choose one of: Yes, No',
      '4 Barcode: Already used for BOOK-001, Kids 1 pupil’s book / ປຶ້ມຮຽນເດັກນ້ອຍ 1',
      '5 SKU: Row 2 has the same SKU. Correct one of them, or leave this row out',
      '6 Category: This category is not in use',
      '7 Stock is counted: Some of it is on hand, reserved or on the way. Bring the stock to 0 first',
    ]);
    expect(await named('')).toBe(before);
  });

  it('adds new products, changes known ones by what the file says, and is undone', async () => {
    const known = await bySku('BOOK-001');
    const links = await server.db.$count(courseProductTable);
    const file = await read(
      'SKU,Price,Cost,Name (English),Name (Lao),Category,Unit',
      'book-001,"175,000",120000,,,,',
      'NEW-1,"90.000",,Atlas,ແຜນທີ່,BOOK,ຫົວ',
    );
    const found = await check(file);
    expect(found).toMatchObject({ ready: 1, changed: 1, problemRows: 0 });
    expect(found.all[0]?.changes.toReversed()).toEqual([
      { field: 'price', before: `${known?.price} LAK`, after: '175000 LAK' },
      { field: 'cost', before: expect.any(String) as string, after: '120000 LAK' },
    ]);
    expect((await run(file)).added).toBe(2);
    const changed = await bySku('BOOK-001');
    expect(changed).toEqual({
      ...known,
      price: 175_000,
      cost: { amount: 120_000, currency: 'LAK' },
      costLAK: 120_000,
      version: (known?.version ?? 0) + 1,
      updatedAt: changed?.updatedAt,
    });
    expect(await bySku('NEW-1')).toMatchObject({
      price: 90_000,
      cost: null,
      trackStock: true,
      version: 1,
    });
    const audits = await server.db
      .select()
      .from(auditTable)
      .where(eq(auditTable.entityId, String(known?._id)));
    expect(audits.at(-1)).toMatchObject({ action: 'update', after: { price: 175_000 } });
    expect((await undo(file)).removed).toBe(2);
    expect(await bySku('BOOK-001')).toMatchObject({
      price: known?.price,
      cost: known?.cost,
      costLAK: known?.costLAK,
    });
    expect(await bySku('NEW-1')).toBeUndefined();
    expect(await server.db.$count(courseProductTable)).toBe(links);
  });

  it('leaves known products as they are where their rows are left out, alone or together', async () => {
    const before = [await bySku('BOOK-002'), await bySku('BOOK-003')];
    const file = await read('SKU,Price', 'BOOK-002,1', 'BOOK-003,2', 'BOOK-004,3');
    const { all } = await check(file);
    const [first, second] = all;
    if (!first || !second) throw new Error('No rows');
    await steps.mend(file, first, { leftOut: true }, of);
    expect((await check(file)).changed).toBe(2);
    await steps.mend(file, second, { leftOut: true, forAll: true }, of);
    expect(await check(file)).toMatchObject({ changed: 0, out: 3 });
    expect((await run(file)).added).toBe(0);
    expect([await bySku('BOOK-002'), await bySku('BOOK-003')]).toEqual(before);
  });

  it('is undone without the products that somebody has changed since', async () => {
    const known = await bySku('BOOK-005');
    const file = await read(
      'SKU,Name (English),Name (Lao),Category,Price,Unit',
      'UNDO-1,A,ກ,BOOK,1,ຫົວ',
      'UNDO-2,B,ຂ,BOOK,1,ຫົວ',
      'BOOK-005,,,,3,',
    );
    await run(file);
    for (const sku of ['UNDO-2', 'BOOK-005']) {
      const { _id, ...row } = (await bySku(sku)) as Product;
      expect((await admin.put(`/products/${_id}`, { ...row, price: 2 })).statusCode).toBe(200);
    }
    const asked = await undo(file);
    expect(asked).toMatchObject({ removed: 0 });
    expect(asked.kept.map(({ name }) => name.split(' ')[0])).toEqual(['UNDO-2', 'BOOK-005']);
    expect(await named('UNDO')).toBe(2);
    expect(await undo(file, true)).toMatchObject({ removed: 1 });
    expect(await named('UNDO')).toBe(1);
    expect(await bySku('BOOK-005')).toMatchObject({ price: 2 });
    expect(known?.price).not.toBe(2);
  });

  it('leaves out what somebody added or changed since the check, and writes the others', async () => {
    const file = await read(
      'SKU,Name (English),Name (Lao),Category,Price,Unit',
      'LATE-1,A,ກ,BOOK,1,ຫົວ',
      'LATE-2,B,ຂ,BOOK,1,ຫົວ',
      'BOOK-006,,,,4,',
    );
    const [category] = await server.db
      .select()
      .from(productCategoryTable)
      .where(eq(productCategoryTable.code, 'BOOK'));
    const late = { sku: 'LATE-2', nameEn: 'B', nameLo: 'ຂ', price: 3, unit: 'ຫົວ' };
    const added = await admin.post('/products', { ...late, categoryId: category?._id });
    expect(added.statusCode).toBe(201);
    const { _id, ...row } = (await bySku('BOOK-006')) as Product;
    await admin.put(`/products/${_id}`, { ...row, price: 5 });
    const { move } = await run(file);
    expect(move?.counts).toMatchObject({ in: 1, problem: 2 });
    expect(await bySku('LATE-1')).toMatchObject({ price: 1 });
    expect(await bySku('LATE-2')).toMatchObject({ price: 3 });
    expect(await bySku('BOOK-006')).toMatchObject({ price: 5 });
    expect((await check(file)).changed).toBe(2);
  });
});
