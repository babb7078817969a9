import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Branch } from '#contract/centre/branches.ts';
import { hasNumbers, nextBranchNumber } from '#server/lib/numbering.ts';
import { readSum, sumColumn } from '#server/lib/safe-sum.ts';
import { insertClass } from '#tests/helpers/class-rows.ts';
import { branchId, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let [home, away] = ['', ''];
beforeAll(async () => {
  server = await startTestServer();
  [home, away] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'PKS')];
});
afterAll(() => server.close());

const next = (kind: 'order' | 'receipt', branch: string, at: string) =>
  server.db.transaction((tx) => nextBranchNumber(tx, kind, branch, at));

describe('the numbers of a branch', () => {
  it('begin at 1 for each kind, branch and year in Vientiane', async () => {
    const at = '2026-12-31T16:59:59.000Z';
    expect([
      await next('order', home, at),
      await next('receipt', home, at),
      await next('order', away, at),
    ]).toEqual(['VTE-26-000001', 'VTE-R26-000001', 'PKS-26-000001']);
    expect(await next('order', home, '2026-12-31T17:00:00.000Z')).toBe('VTE-27-000001');
    expect(await next('order', home, at)).toBe('VTE-26-000002');
  });

  it('have no gaps and no repeats when many desks take them and some give up', async () => {
    const at = '2030-05-05T05:00:00.000Z';
    const take = (fails: boolean) =>
      server.db
        .transaction(async (tx) => {
          const number = await nextBranchNumber(tx, 'order', home, at);
          if (fails) throw new Error('gave up');
          return number;
        })
        .catch(() => undefined);
    const taken = (
      await Promise.all(Array.from({ length: 24 }, (_, index) => take(index % 3 === 0)))
    ).filter((number) => number !== undefined);
    expect(taken.toSorted()).toEqual(
      Array.from({ length: 16 }, (_, index) => `VTE-30-${String(index + 1).padStart(6, '0')}`),
    );
  });

  it('freeze the code of the branch, and nothing else of it', async () => {
    const owner = await server.as('superadmin');
    const change = async (code: string, fields: Partial<Branch>) => {
      const [{ _id, createdAt: _created, updatedAt: _updated, ...branch } = {} as Branch] = (
        await owner.get(`/branches?search=${code}`)
      ).json<Branch[]>();
      return owner.put(`/branches/${_id}`, { ...branch, ...fields });
    };
    expect((await change('VTE', { code: 'VTX' })).json()).toMatchObject({
      fields: { code: 'Already part of issued numbers, so it cannot be changed' },
    });
    expect((await change('VTE', { manager: 'ແສງ' })).statusCode).toBe(200);
    const unused = (
      await owner.post('/branches', {
        branchName: 'Unused',
        code: 'UNU',
        provinceCode: '13',
        phone: '020 5551 2345',
      })
    ).json<Branch>();
    expect(await server.db.transaction((tx) => hasNumbers(tx, unused._id))).toBe(false);
    expect((await change('UNU', { code: 'UNX' })).statusCode).toBe(200);
  });
});

describe('a branch with classes that have not ended', () => {
  it('stays in use, and says how many there are beside the switch', async () => {
    const owner = await server.as('superadmin');
    const added = (
      await owner.post('/branches', {
        branchName: 'Short',
        code: 'SHT',
        provinceCode: '13',
        phone: '020 5551 2345',
      })
    ).json<Branch>();
    const { _id, createdAt: _created, updatedAt: _updated, ...branch } = added;
    const ofClass = await insertClass(server.db, { branch: 'SHT' });
    const close = () => owner.put(`/branches/${_id}`, { ...branch, active: false });
    expect((await close()).json()).toMatchObject({
      fields: { active: 'Classes not finished: 1. Finish or cancel them first' },
    });
    await server.db.execute(sql`update classes set status = 'archived' where id = ${ofClass._id}`);
    expect((await close()).statusCode).toBe(200);
  });
});

describe('a sum of money', () => {
  it('is a number while that holds it exactly, and an error beyond', async () => {
    const read = async (values: string) =>
      server.db
        .select({ sum: sumColumn(sql`amount`) })
        .from(sql.raw(`(values ${values}) as money(amount)`));
    expect(await read('(9007199254740990::bigint), (1)')).toEqual([
      { sum: Number.MAX_SAFE_INTEGER },
    ]);
    await expect(read('(9007199254740991::bigint), (1)')).rejects.toThrow(RangeError);
    expect(readSum(null)).toBe(0);
  });
});
