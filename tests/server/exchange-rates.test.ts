import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { exchangeRate, type ExchangeRate } from '#contract/money/exchange-rates.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let finance: Client;
beforeAll(async () => {
  server = await startTestServer();
  finance = await server.as('finance');
});
afterAll(() => server.close());

const post = (body: object) =>
  finance.post('/exchange-rates', { createdAt: new Date().toISOString(), ...body });
const list = async (query = '') =>
  (await finance.get(`/exchange-rates${query}`)).json<ExchangeRate[]>();
const newest = async (currency: string) => (await list()).find((row) => row.currency === currency);

describe('adding', () => {
  it('answers 201 with the entry', async () => {
    const answer = await post({ currency: 'VND', rateToLAK: '0.850000', note: ' BCEL ' });
    expect(answer.statusCode).toBe(201);
    expect(z.strictObject(exchangeRate.shape).parse(answer.json())).toMatchObject({
      currency: 'VND',
      rateToLAK: '0.85',
      note: 'BCEL',
      createdBy: 'Khamphone Inthavong',
    });
  });

  it.each([
    ['USD', '21,640.50', '21640.5'],
    ['USD', '21640', '21640'],
    ['VND', '0.850001', '0.850001'],
    ['VND', '000.8600', '0.86'],
  ])('stores %s %s as %s', async (currency, written, stored) => {
    expect((await post({ currency, rateToLAK: written })).json()).toMatchObject({
      rateToLAK: stored,
    });
  });

  it.each([
    ['0', 'Must be above 0'],
    ['-1', 'Enter a number such as 21,640.50, at most 6 decimals'],
    ['1e3', 'Enter a number such as 21,640.50, at most 6 decimals'],
    ['1.1234567', 'Enter a number such as 21,640.50, at most 6 decimals'],
    ['', 'Required'],
    ['0.009999', 'At least 0.01'],
    ['100000.000001', 'At most 100,000'],
    ['999999999', 'At most 100,000'],
  ])('refuses the rate "%s"', async (rateToLAK, rateError) => {
    expect((await post({ currency: 'USD', rateToLAK })).json()).toMatchObject({
      fields: { rateToLAK: rateError },
    });
  });

  it.each(['LAK', 'EUR', '', null])('refuses the currency %s', async (currency) => {
    expect((await post({ currency, rateToLAK: '1' })).statusCode).toBe(400);
  });

  it('takes the device’s clock, unless it is more than 5 minutes off', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    for (const createdAt of [at(-60_000), at(60_000)]) {
      expect((await post({ currency: 'CNY', rateToLAK: '3000', createdAt })).json()).toMatchObject({
        createdAt,
      });
    }
    for (const createdAt of [
      at(-3_600_000),
      at(3_600_000),
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
    ]) {
      const stored = (
        await post({ currency: 'CNY', rateToLAK: '3000', createdAt })
      ).json<ExchangeRate>();
      expect(Math.abs(Date.parse(stored.createdAt) - Date.now())).toBeLessThan(5 * 60_000);
    }
  });
});

describe('the list', () => {
  it('has the newest entry of each currency, by order of entry', async () => {
    const behind = new Date(Date.now() - 4 * 60_000).toISOString();
    await post({ currency: 'USD', rateToLAK: '21700' });
    const last = (
      await post({ currency: 'USD', rateToLAK: '21800', createdAt: behind })
    ).json<ExchangeRate>();
    const rows = await list();
    expect(rows.filter(({ currency }) => currency === 'USD')).toEqual([last]);
    expect(new Set(rows.map(({ currency }) => currency)).size).toBe(rows.length);
  });

  it('has the history of a currency, newest first', async () => {
    const first = (await post({ currency: 'THB', rateToLAK: '660' })).json<ExchangeRate>();
    const second = (await post({ currency: 'THB', rateToLAK: '661' })).json<ExchangeRate>();
    const answer = await finance.get('/exchange-rates?history=true&currency=THB&pageSize=200');
    const rows = answer.json<ExchangeRate[]>();
    expect(rows.slice(0, 2)).toEqual([second, first]);
    expect(new Set(rows.map(({ currency }) => currency))).toEqual(new Set(['THB']));
    expect(Number(answer.headers['x-total-count'])).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(20);
  });

  it.each(['history=maybe', 'currency=EUR', 'currency=LAK'])('refuses ?%s', async (query) => {
    expect((await finance.get(`/exchange-rates?${query}`)).statusCode).toBe(400);
  });
});

describe('replacing an entry', () => {
  it('is a conflict when another one has become the newest', async () => {
    const seen = await newest('USD');
    expect(
      (await post({ currency: 'USD', rateToLAK: '21900', replacesId: seen?._id })).statusCode,
    ).toBe(201);
    const late = await post({ currency: 'USD', rateToLAK: '21950', replacesId: seen?._id });
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'versionConflict']);
    expect(await newest('USD')).toMatchObject({ rateToLAK: '21900' });
  });

  it('lets one of many at once win', async () => {
    const seen = await newest('THB');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        post({ currency: 'THB', rateToLAK: `66${n}`, replacesId: seen?._id }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  });

  it('is a conflict for an entry of another currency', async () => {
    const usd = await newest('USD');
    expect(
      (await post({ currency: 'THB', rateToLAK: '660', replacesId: usd?._id })).statusCode,
    ).toBe(409);
  });
});
