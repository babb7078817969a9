import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductCategory } from '#contract/stock/product-categories.ts';
import type { Product } from '#contract/stock/products.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.close());

const add = async (code: string) => {
  const answer = await admin.post('/product-categories', {
    code,
    nameEn: `Category ${code}`,
    nameLo: 'ໝວດ',
  });
  expect(answer.statusCode).toBe(201);
  return answer.json<ProductCategory>();
};
const change = ({ _id, ...row }: ProductCategory, fields: object) =>
  admin.put(`/product-categories/${_id}`, { ...row, ...fields });
const sell = ({ _id }: ProductCategory, sku: string) =>
  admin.post('/products', {
    sku,
    nameEn: 'Bag',
    nameLo: 'ກະເປົາ',
    categoryId: _id,
    price: 1,
    unit: 'piece',
  });

describe('product categories', () => {
  it('have one code each and both names', async () => {
    expect(await add('pen')).toMatchObject({ code: 'PEN', active: true, version: 1 });
    expect(
      (
        await admin.post('/product-categories', { code: 'PEN', nameEn: 'Pens', nameLo: 'ປາກກາ' })
      ).json(),
    ).toMatchObject({ fields: { code: 'Already used' } });
    expect(
      (await admin.post('/product-categories', { code: 'P N', nameEn: 'Pens' })).json(),
    ).toMatchObject({
      fields: { code: 'Letters A to Z, digits and dashes, at most 12', nameLo: 'Required' },
    });
  });

  it('refuse a stale version', async () => {
    const row = await add('VER');
    expect((await change(row, { nameEn: 'First' })).json()).toMatchObject({
      nameEn: 'First',
      version: 2,
    });
    expectCode(await change(row, { nameEn: 'Late' }), 409, 'versionConflict');
  });

  it('stay in use while a product of theirs is', async () => {
    const row = await add('BUSY');
    const { _id, ...product } = (await sell(row, 'BUSY-1')).json<Product>();
    expect((await change(row, { active: false })).json()).toMatchObject({
      fields: { active: 'Products in use: 1. Take them out of use first' },
    });
    expect((await admin.put(`/products/${_id}`, { ...product, active: false })).statusCode).toBe(
      200,
    );
    expect((await change(row, { active: false })).json()).toMatchObject({ active: false });
    expect((await sell(row, 'BUSY-2')).json()).toMatchObject({
      fields: { categoryId: 'This category is not in use' },
    });
  });

  it('never have an active product and are put away at the same moment', async () => {
    const row = await add('RACE');
    const [put, post] = await Promise.all([change(row, { active: false }), sell(row, 'RACE-1')]);
    expect([put.statusCode, post.statusCode].sort()).not.toEqual([200, 201]);
  });
});
