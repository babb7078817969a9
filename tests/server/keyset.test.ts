import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cursorOf } from '#contract/list-of.ts';
import type { Resource } from '#contract/resource.ts';
import { insertStudents } from '#tests/helpers/student-rows.ts';
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
  removeStudents,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { openTransferDesk } from '#tests/helpers/transfers.ts';

let server: TestServer;
let owner: Client;

/**
 * Students with equal names, equal and missing birthdays, capital letters and Lao; the other lists
 * are the demo centre's.
 */
const names = [
  'ກາ',
  'anong',
  'Anong',
  'ຂາວ',
  'BOUN',
  'boun',
  'Chanh',
  "O'Neil",
  '100%: ກ',
  'ສົມ ສັກ',
];

beforeAll(async () => {
  server = await startTestServer();
  await removeStudents(server.db);
  const homeBranchId = await branchId(server.db, 'VTE');
  await insertStudents(
    server.db,
    Array.from({ length: 47 }, (_, at) => ({
      firstName: names[at % names.length] ?? '',
      lastName: names[(at * 3) % names.length] ?? '',
      homeBranchId,
      dateOfBirth: at % 5 === 0 ? null : `201${at % 3}-0${1 + (at % 2)}-11`,
      createdAt: new Date(1_700_000_000_000 + (at % 6) * 1001).toISOString(),
    })),
  );
  owner = await server.as('superadmin');
  await addStockPapers(homeBranchId, await branchId(server.db, 'LPB'));
  await addDiscountRules();
  await addOrders(homeBranchId);
  await addTransfers();
});
afterAll(() => server.close());

/** The demo centre has one count and one transfer; a list of one row has no pages. */
async function addStockPapers(fromBranchId: string, toBranchId: string): Promise<void> {
  const [product] = (await owner.get('/products'))
    .json<{ _id: string; trackStock: boolean }[]>()
    .filter(({ trackStock }) => trackStock);
  const lines = [{ productId: product?._id, quantity: 1 }];
  expect(
    (await owner.post('/stock-transfers', { fromBranchId, toBranchId, lines })).statusCode,
  ).toBe(201);
  expect((await owner.post('/stock-counts', { branchId: toBranchId })).statusCode).toBe(201);
}

async function addDiscountRules(): Promise<void> {
  for (const name of ['First', 'Second', 'Third']) {
    expect(
      (
        await owner.post('/discount-rules', {
          nameEn: name,
          nameLo: name,
          kind: 'chosen',
          on: 'tuition',
          percent: 10,
          until: null,
        })
      ).statusCode,
    ).toBe(201);
  }
}

/** A server of tests begins without orders; three walk-ins buy a book. */
async function addOrders(branch: string): Promise<void> {
  const productId = await insertBook(server.db);
  const clerk = await server.as('staff');
  const { _id: shiftId } = await openDrawer(clerk);
  for (const name of ['Noy', 'Keo', 'Dam']) {
    const visit = await priced(clerk, {
      branchId: branch,
      payer: { kind: 'walkIn', name },
      products: [book(productId, null)],
      tenders: [cash(BOOK)],
      shiftId,
    });
    expect((await sendVisit(clerk, visit)).statusCode).toBe(201);
  }
}

/** Three places, each asked to change to another class on another day. */
async function addTransfers(): Promise<void> {
  const desk = await openTransferDesk(server);
  for (const session of [5, 6, 7]) {
    const place = await desk.sold();
    await desk.ask(place, {
      toClassId: (await desk.target(place))._id,
      effectiveDate: place.days[session] ?? '',
    });
  }
}

const modules = import.meta.glob<Record<string, unknown>>('#contract/**/*.ts', { eager: true });
const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'replaceInput' in value && 'sort' in value;
const resources = Object.values(modules).flatMap((module) =>
  Object.values(module).filter(isResource),
);
const lists = resources.flatMap(({ path, sort }) =>
  sort.flatMap((key) => [`${path}?sort=${key}`, `${path}?sort=-${key}`]),
);

type Row = { _id: string };

async function rowsOf(url: string): Promise<Row[]> {
  const answer = await owner.get(url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Row[]>();
}

/** The ids of all pages, each asked for by a row of the one before. */
async function pagesFrom(first: string, next: (page: Row[]) => string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let page = await rowsOf(first); page.length > 0; page = await rowsOf(next(page)))
    pages.push(page.map(({ _id }) => _id));
  return pages;
}

it('every list there is can be sorted', () => {
  expect(resources.length).toBeGreaterThan(10);
});

it.each(lists)('%s has every row once, page by page, forwards and backwards', async (list) => {
  let page = 0;
  const numbered = await pagesFrom(
    `${list}&pageSize=200&page=${(page += 1)}`,
    () => `${list}&pageSize=200&page=${(page += 1)}`,
  );
  const whole = numbered.flat();
  expect(whole.length).toBeGreaterThan(1);
  const pageSize = Math.min(200, Math.ceil(whole.length / 4));
  const sort = list.split('sort=')[1] ?? '';
  const cursor = (row: Row | undefined) => encodeURIComponent(row ? cursorOf(row, sort) : '');
  const paged = `${list}&count=false&pageSize=${pageSize}`;
  const forwards = await pagesFrom(paged, (page) => `${paged}&after=${cursor(page.at(-1))}`);
  expect(forwards.flat()).toEqual(whole);
  const backwards = await pagesFrom(
    `${paged}&before=end`,
    (page) => `${paged}&before=${cursor(page[0])}`,
  );
  expect(backwards.toReversed().flat()).toEqual(whole);
});

describe('a cursor', () => {
  const id = '01890000-0000-7000-8000-000000000000';
  it.each(['', ':', ':x', ':1.5', ':1e3', ':99999999999999999999', ':null'])(
    '"%s" is none in a list of amounts',
    async (value) => {
      const answer = await owner.get(`/course-fees?sort=amount&after=${id}${value}`);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        400,
        'fieldsInvalid',
      ]);
    },
  );

  it('with a value outside the column’s range is refused too', async () => {
    expect((await owner.get(`/rooms?sort=capacity&after=${id}:2147483648`)).statusCode).toBe(400);
    expect((await owner.get(`/rooms?sort=capacity&after=${id}:2147483647`)).json()).toEqual([]);
  });
});
