import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { cursorOf } from '#contract/list-of.ts';
import { students, type Student } from '#contract/people/students.ts';
import { measureListInBrowser } from './people-list-browser.ts';
import { startPeopleServer } from './people-server.ts';

// Measures the list of 100,000 students beside a bare read of one row by its key through the same
// server in the same run. At p95 a page in any order (first, next, deep, last) may take 6 times as
// long, a search with few results 10 times. Then, in a browser at a quarter of the speed, rows must
// be painted at most 60 ms after their answer, and no frame may take over 50 ms while scrolling.
// Runs on the embedded engine, or on PostgreSQL at TEST_DATABASE_URL or DATABASE_URL, in a database
// of its own. `--students=n`, `--rounds=n`; `--no-browser` leaves the second part out.
const { values: args } = parseArgs({
  options: {
    students: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '60' },
    browser: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const PAGE_TIMES = 6;
const SEARCH_TIMES = 10;
/** The middle of the list, where an offset costs most from either end. */
const DEEP_PAGE = 1000;
const BARE_PER_ROUND = 8;

type Case = {
  what: string;
  times?: number;
  path: (round: number) => string;
  as?: 'staff';
  took: number[];
};

const server = await startPeopleServer(Number(args.students));
console.log(`${args.students} students are there after ${(performance.now() / 1000).toFixed(0)} s`);
const { database, ask } = server;
const rowsOf = async (query: string) =>
  (await (await ask(`/students?${query}`)).json()) as Student[];
const encoded = (query: Record<string, string>) => new URLSearchParams(query).toString();

async function pagesOf(sort: string): Promise<Case[]> {
  const pageCase = (what: string, query: Record<string, string>): Case => ({
    what: `${sort.padEnd(12)} ${what}`,
    times: PAGE_TIMES,
    path: () => `/students?${encoded({ sort, pageSize: '50', count: 'false', ...query })}`,
    took: [],
  });
  const lastOf = async (page: number) => {
    const row = (
      await rowsOf(encoded({ sort, pageSize: '50', page: String(page), count: 'false' }))
    ).at(-1);
    if (!row) throw new Error(`Page ${page} is empty`);
    return cursorOf(row, sort);
  };
  const deep = await lastOf(Math.min(DEEP_PAGE, Math.floor(Number(args.students) / 100)));
  return [
    pageCase('first', {}),
    pageCase('next', { after: await lastOf(1) }),
    pageCase('deep, next', { after: deep }),
    pageCase('deep, previous', { before: deep }),
    pageCase('last', { before: 'end' }),
  ];
}

/** Search words that match somebody, a different person in each round. */
async function searches(): Promise<Case[]> {
  const { rows } = await database.db.execute(sql`
    select s.student_code, s.first_name, s.last_name, s.first_name_en, p.first_name as guardian,
      p.phone
    from students s join guardians g on g.student_id = s.id join parents p on p.id = g.parent_id
    where s.first_name_en <> '' order by md5(s.id::text) limit 500`);
  const search = (
    what: string,
    words: (person: Record<string, string>) => string,
    as?: 'staff',
  ): Case => ({
    what: `search by ${what}${as ? ', own branch' : ''}`,
    times: SEARCH_TIMES,
    path: (round) =>
      `/students?${encoded({ sort: 'firstName', count: 'false', search: words(rows[round % rows.length] as Record<string, string>) })}`,
    ...(as && { as }),
    took: [],
  });
  return [
    search('code', ({ student_code }) => student_code ?? ''),
    search('digits of the code', ({ student_code }) => String(student_code).slice(-6)),
    search('both names', ({ first_name, last_name }) => `${first_name} ${last_name}`),
    search('name and its Latin', ({ last_name, first_name_en }) => `${first_name_en} ${last_name}`),
    search('guardian’s phone', ({ phone }) => String(phone)),
    search('last digits of it', ({ phone }) => String(phone).slice(-6)),
    search(
      'guardian’s name and child’s',
      ({ guardian, first_name, last_name }) => `${guardian} ${first_name} ${last_name}`,
    ),
    search('both names', ({ first_name, last_name }) => `${first_name} ${last_name}`, 'staff'),
  ];
}

const p95 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

async function timed(path: string, as?: 'staff'): Promise<number> {
  const begin = performance.now();
  await (await ask(path, as)).arrayBuffer();
  return performance.now() - begin;
}

const known = await rowsOf('pageSize=200&count=false');
const sorts = students.sort.flatMap((sort) => [sort, `-${sort}`]);
const pages: Case[] = [];
for (const sort of sorts) pages.push(...(await pagesOf(sort)));
const own = (what: string, query: string): Case => ({
  what: `own branch, ${what}`,
  times: PAGE_TIMES,
  path: () => `/students?sort=firstName&${query}`,
  as: 'staff',
  took: [],
});
const cases: Case[] = [
  ...pages,
  own('first', 'count=false'),
  own('last', 'count=false&before=end'),
  ...(await searches()),
  { what: 'the count by itself', path: () => '/students?count=only', took: [] },
  {
    what: 'page 1,000 by its number',
    path: () => '/students?sort=firstName&count=false&page=1000',
    took: [],
  },
  {
    what: 'search by one letter',
    path: () => `/students?sort=firstName&count=false&search=${encodeURIComponent('ນ')}`,
    took: [],
  },
];
const bare: number[] = [];
for (let round = -5; round < Number(args.rounds); round += 1) {
  // The queries take turns, so that other load on the machine affects all of them alike; the first
  // rounds only warm up.
  for (const { path, as, took } of cases) {
    const ms = await timed(path(round + 5), as);
    if (round >= 0) took.push(ms);
  }
  for (let at = 0; at < BARE_PER_ROUND; at += 1) {
    const ms = await timed(
      `/bench/students/${known[(round * BARE_PER_ROUND + at + 40) % known.length]?._id}`,
    );
    if (round >= 0) bare.push(ms);
  }
}

const failures: string[] = [];
const base = p95(bare);
console.log(
  `${args.students} students, ${database.engine}: bare keyed read p95 ${base.toFixed(1)} ms`,
);
for (const { what, times, took } of cases) {
  const ratio = p95(took) / base;
  const goal = times === undefined ? '' : ` (goal ${times})`;
  console.log(
    `${what.padEnd(40)} p95 ${p95(took).toFixed(1).padStart(6)} ms, ${ratio.toFixed(1).padStart(4)} times${goal}${times !== undefined && ratio > times ? ' MISSED' : ''}`,
  );
  if (times !== undefined && ratio > times)
    failures.push(`${what}: ${ratio.toFixed(1)} times the keyed read`);
}
if (args.browser) failures.push(...(await measureListInBrowser(server.origin, server.token)));
await server.stop();
if (failures.length > 0) throw new Error(failures.join('; '));
