import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Move, MovingSheetKind } from '#contract/imports/moving-in.ts';
import { movingSheet, type MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { undoBegins, undoNextSlice } from '#server/desk/moving-in/undo-slice.ts';
import { xlsxBook } from '#server/lib/sheets/write-xlsx.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

async function* once<Row>(rows: Row[]) {
  yield rows;
}
const bring = async (sheets: Partial<Record<MovingSheetKind, MovingCells[]>>) => {
  const written = Object.entries(sheets).map(([kind, rows]) =>
    movingSheet(kind as MovingSheetKind, [], once(rows)),
  );
  const move = await steps.run(await steps.upload(await buffer(xlsxBook(written))));
  expect(move.counts).toMatchObject({ ready: 0, problem: 0, waiting: 0 });
  return move;
};
const course = (code: string, nextCourse = '') => ({
  code,
  courseName: `Course ${code}`,
  courseCategory: 'Languages',
  sessions: 20,
  nextCourse,
});
/** A course of this code is in use once it has a price. */
const use = (code: string) => bring({ fees: [{ course: code, amount: 500_000, per: 'term' }] });
const rowsOf = async (statement: string) => (await server.db.execute(sql.raw(statement))).rows;
/** The courses whose codes begin so, each with its next one. */
const courses = async (begin: string) =>
  (
    await rowsOf(`select course.code, next.code as next from courses course
      left join courses next on next.id = course.next_course_id
      where course.code like '${begin}-%' order by 1`)
  ).map(({ code, next }) => [code, next].join(' '));
/** Takes the others back in slices of so many rows. */
const undoOthers = async ({ _id }: Move, size: number) => {
  await server.db.execute(
    sql`update moves set state = 'undoing', undo = ${JSON.stringify(undoBegins)}::jsonb where id = ${_id}`,
  );
  while ((await undoNextSlice(server.db, _id, size)) > 0);
  return (await steps.read(_id)).undo;
};
const kept = (code: string, leading?: string) => ({
  kind: 'courses',
  name: `${code} Course ${code}`,
  ...(leading !== undefined && { usedBy: { as: 'nextCourse', name: leading } }),
});

it.each([1, 200])(
  'keeps the next courses of a course that stays, in slices of %i rows',
  async (size) => {
    const of = `NK${size}`;
    const [a, b, c, d] = [`${of}-1`, `${of}-2`, `${of}-3`, `${of}-4`];
    const move = await bring({
      courses: [course(c), course(a, b), course(d, a), course(b, c)],
    });
    await use(a);
    expect((await steps.undo(move)).kept).toEqual([kept(a)]);
    const undo = await undoOthers(move, size);
    expect(undo).toMatchObject({ removed: 1, keptCount: 3 });
    expect(undo?.kept.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
      kept(a),
      kept(b, a),
      kept(c, b),
    ]);
    expect(await courses(of)).toEqual([`${a} ${b}`, `${b} ${c}`, `${c} `]);
  },
);

it('names a course to which one leads that the move has not brought', async () => {
  const move = await bring({ courses: [course('NX-1', 'NX-2'), course('NX-2')] });
  const later = await bring({ courses: [course('NY-1', 'NX-1')] });
  expect((await steps.undo(move)).kept).toEqual([kept('NX-1', 'NY-1')]);
  expect(await courses('NY')).toEqual(['NY-1 NX-1']);
  expect((await steps.undo(later)).kept).toEqual([]);
  expect(await steps.undo(move)).toMatchObject({ removed: 2, kept: [] });
});

it('takes back whole what only leads to each other, unless somebody has set the link', async () => {
  const move = await bring({ courses: [course('NZ-1', 'NZ-2'), course('NZ-2')] });
  expect(await steps.undo(move)).toMatchObject({ removed: 2, kept: [] });
  expect(await courses('NZ')).toEqual([]);
  const again = await bring({ courses: [course('NZ-1'), course('NZ-2')] });
  const [first] = await rowsOf(`select id from courses where code = 'NZ-1'`);
  const [next] = await rowsOf(`select id from courses where code = 'NZ-2'`);
  const path = `/courses/${String(first?.['id'])}`;
  const { _id: _own, ...known } = (await owner.get(path)).json<Record<string, unknown>>();
  const saved = await owner.put(path, { ...known, nextCourseId: next?.['id'] });
  expect(saved.statusCode, saved.body).toBe(200);
  // Both are named at once, because the link is no part of the move.
  expect((await steps.undo(again)).kept).toEqual([kept('NZ-1'), kept('NZ-2', 'NZ-1')]);
});

it('keeps the next course of one that stays for the money of its places', async () => {
  const [term] = await rowsOf(`select code, start_date::text as "from", end_date::text as "to"
    from academic_terms where status = 'running' limit 1`);
  const move = await bring({
    courses: [course('NM-1', 'NM-2'), course('NM-2')],
    classes: [
      {
        className: 'NM evening',
        course: 'NM-1',
        term: String(term?.['code']),
        branch: 'VTE',
        startDate: { day: String(term?.['from']) },
        endDate: { day: String(term?.['to']) },
        timetable: 'Tue 06:00-07:30',
        capacity: 10,
      },
    ],
    students: [
      {
        studentCode: 'NM-9',
        firstName: 'ບົວ',
        lastName: 'ຍ້າຍມາ',
        gender: 'ຍິງ',
        homeBranch: 'VTE',
        dateOfBirth: { day: '2001-03-04' },
        phone: '020 5551 7071',
      },
    ],
    enrolments: [
      {
        student: 'NM-9',
        class: 'NM evening',
        price: 200_000,
        currency: 'LAK',
        sessionsBought: 20,
        sessionsUsed: 0,
        paidSoFar: 0,
      },
    ],
  });
  await steps.writeMoney(move);
  expect(await rowsOf('select from moved_money')).toHaveLength(1);
  const undone = await steps.undo(move);
  expect(undone.kept).toEqual([]);
  expect(await courses('NM')).toEqual(['NM-1 NM-2', 'NM-2 ']);
});
