import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cursorOf } from '#contract/list-of.ts';
import type { Student } from '#contract/people/students.ts';
import {
  branchId,
  moveTo,
  removeStudents,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { insertStudents } from '#tests/helpers/student-rows.ts';

let server: TestServer;
let owner: Client;
let staff: Client;

/**
 * More rows than one page, with equal names, equal and missing birthdays, capital letters and Lao.
 */
const names = ['ກາ', 'anong', 'Anong', 'ຂາວ', 'BOUN', 'boun', 'Chanh', "O'Neil", '100%', 'ສົມ ສັກ'];
const SIZE = 7;

beforeAll(async () => {
  server = await startTestServer();
  await removeStudents(server.db);
  const [vte, lpb] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'LPB')];
  await insertStudents(
    server.db,
    Array.from({ length: 47 }, (_, at) => ({
      firstName: names[at % names.length] ?? '',
      lastName: names[(at * 3) % names.length] ?? '',
      homeBranchId: at % 4 === 0 ? lpb : vte,
      dateOfBirth: at % 5 === 0 ? null : `201${at % 3}-0${1 + (at % 2)}-11`,
      createdAt: new Date(1_700_000_000_000 + (at % 6) * 1001).toISOString(),
      archived: at === 46,
    })),
  );
  owner = await server.as('superadmin');
  await moveTo(server.db, 'staff', 'VTE');
  staff = await server.as('staff');
});
afterAll(() => server.close());

const list = async (client: Client, query: Record<string, string | number>) => {
  const answer = await client.get(
    `/students?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  );
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Student[]>();
};
const ids = (rows: readonly Student[]) => rows.map(({ _id }) => _id);

it.each(['firstName', '-dateOfBirth'])(
  'pages of the own branch follow each other from place to place: %s',
  async (sort) => {
    const whole = ids(await list(staff, { sort, pageSize: 200 }));
    expect(new Set(whole).size).toBe(34);
    const found: string[] = [];
    for (let rows = await list(staff, { sort, pageSize: SIZE }); rows.length > 0;) {
      found.push(...ids(rows));
      const last = rows.at(-1);
      rows = last
        ? await list(staff, { sort, pageSize: SIZE, count: 'false', after: cursorOf(last, sort) })
        : [];
    }
    expect(found).toEqual(whole);
    const numbered = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => list(staff, { sort, pageSize: SIZE, page })),
    );
    expect(numbered.flatMap(ids)).toEqual(whole);
  },
);

describe('order', () => {
  it.each(['dateOfBirth', '-dateOfBirth'])(
    'has nobody’s birthday before somebody’s: %s',
    async (sort) => {
      const days = (await list(owner, { sort, pageSize: 200 })).map(
        ({ dateOfBirth }) => dateOfBirth,
      );
      const known = days.filter((day) => day !== null);
      expect(days).toEqual([...known, ...days.filter((day) => day === null)]);
      expect(known).toEqual(
        sort === 'dateOfBirth' ? known.toSorted() : known.toSorted().toReversed(),
      );
      expect(known.length).toBeLessThan(days.length);
    },
  );
});

describe('a cursor', () => {
  it('leaves filters and search as they are', async () => {
    const query = { sort: '-firstName', search: 'anong', pageSize: 200 };
    const whole = await list(staff, query);
    const [first, ...rest] = whole;
    expect(
      ids(await list(staff, { ...query, after: first ? cursorOf(first, '-firstName') : '' })),
    ).toEqual(ids(rest));
    expect(rest.length).toBeGreaterThan(0);
  });

  it('of another branch’s row shows no row of that branch', async () => {
    const own = new Set(ids(await list(staff, { pageSize: 200 })));
    const far = (await list(owner, { sort: 'firstName', pageSize: 200 })).find(
      ({ _id }) => !own.has(_id),
    );
    const after = far ? cursorOf(far, 'firstName') : '';
    for (const { _id } of await list(staff, { sort: 'firstName', pageSize: 200, after }))
      expect(own.has(_id)).toBe(true);
  });

  const id = '01890000-0000-7000-8000-000000000000';
  it.each([
    `after=${id}`,
    `sort=firstName&after=${id}&before=end`,
    'sort=firstName&after=x',
    'sort=firstName&after=end',
    `sort=dateOfBirth&after=${id}:x`,
    `sort=createdAt&after=${id}:2015-13-45`,
    `sort=firstName&after=${id}`,
    `sort=createdAt&after=${id}:%2B275760-01-01`,
  ])('that is none is refused: ?%s', async (query) => {
    const answer = await owner.get(`/students?${query}`);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      400,
      'fieldsInvalid',
    ]);
  });

  it.each([
    `sort=dateOfBirth&after=${id}`,
    `sort=dateOfBirth&before=${id}:2015-02-30`,
    `sort=firstName&after=${id}:${encodeURIComponent("' or true --%\\")}`,
  ])('with an unusual value is accepted: ?%s', async (query) => {
    expect((await owner.get(`/students?${query}`)).statusCode).toBe(200);
  });
});

describe('the count', () => {
  it('comes with the rows, without them or not at all', async () => {
    const [both, only, none] = await Promise.all(
      ['true', 'only', 'false'].map((count) => staff.get(`/students?pageSize=3&count=${count}`)),
    );
    expect([both?.headers['x-total-count'], both?.json<Student[]>().length]).toEqual(['34', 3]);
    expect([only?.headers['x-total-count'], only?.json<Student[]>()]).toEqual(['34', []]);
    expect([none?.headers['x-total-count'], none?.json<Student[]>().length]).toEqual([
      undefined,
      3,
    ]);
  });
});
