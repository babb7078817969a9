import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnUses } from '#contract/imports/moving-in.ts';
import { xlsxBook } from '#server/lib/sheets/write-xlsx.ts';
import { readMovingWorkbook } from '#server/safekeeping/centre-exports/workbook/moving-workbook.ts';
import { insertClass } from '#tests/helpers/class-rows.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let home: string;
const steps = movingSteps(() => owner);
const csv = (...lines: string[]) => Buffer.from(lines.join('\n'));

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  home = await branchId(server.db, 'VTE');
});
afterAll(() => server.close());

const rowsOf = async (statement: string) => (await server.db.execute(sql.raw(statement))).rows;

const HEADS =
  'Student code,Given name,Surname,Gender,Date of birth,Guardian 1,Guardian 1 phone,' +
  'Guardian 1 second phone,Guardian 1 relation,Guardian 2,Guardian 2 phone,Guardian 2 relation,' +
  'Payer,Locker,Shelf';

it('takes who pays and second phones, and names columns with content that it does not know', async () => {
  const move = await steps.upload(
    csv(
      HEADS,
      'C-1,Ann,One,F,01/02/2012,Mam One,020 5551 7701,020 5551 7702,mother,Dad One,020 5551 7703,father,Guardian 1,ENG-A1,',
      'C-2,Ben,Two,M,01/02/2012,Mam Two,020 5551 7711,,mother,Dad Two,020 5551 7712,father,Dad Two,,',
      'C-3,Cid,Tri,M,01/02/2012,Mam Tri,020 5551 7721,,mother,,,,the uncle,,',
    ),
    home,
  );
  const sheet = steps.sheetOf(move, 'students');
  // An empty column is not worth a question.
  expect(sheet.notTaken.map((at) => sheet.headings[at])).toEqual(['Locker']);
  expect(move.counts).toMatchObject({ ready: 2, problem: 1 });
  const [uncle] = await steps.rows(move, 'students', 'problem');
  expect(uncle?.problems).toMatchObject([{ field: 'payer', choices: ['Guardian 1'] }]);
  const matching = sheet.matching.map((field, at) =>
    sheet.notTaken.includes(at) ? columnUses.note : field,
  );
  const settled = await steps.change(move, 'students', { matching });
  expect(steps.sheetOf(settled, 'students').notTaken).toEqual([]);
  await steps.run(settled);
  expect(
    await rowsOf(`select student_code as code, students.note, parents.first_name as payer, phone2
      from students join guardians on student_id = students.id and is_payer
      join parents on parents.id = parent_id where student_code like 'C-%' order by 1`),
  ).toEqual([
    { code: 'C-1', note: 'Locker: ENG-A1', payer: 'Mam', phone2: '+8562055517702' },
    { code: 'C-2', note: '', payer: 'Dad', phone2: '' },
  ]);
  // The next file asks nothing.
  const next = await steps.upload(csv(HEADS, 'C-4,Dee,For,F,01/02/2012,,,,,,,,,ENG-A2,'), home);
  expect(steps.sheetOf(next, 'students')).toMatchObject({ notTaken: [] });
  // Until somebody says that it is no column of the note.
  const bare = steps
    .sheetOf(next, 'students')
    .matching.map((field) => (field === columnUses.note ? null : field));
  await steps.change(next, 'students', { matching: bare });
  const last = await steps.upload(csv(HEADS, 'C-5,Eve,Fiv,F,01/02/2012,,,,,,,,,ENG-A2,'), home);
  expect(steps.sheetOf(last, 'students').notTaken).toEqual(sheet.notTaken);
});

it('takes up to six guardians, says the column of one that is wrong, and takes them back', async () => {
  const further = [3, 4, 5].map((at) =>
    ['', ' last name', ' phone', ' second phone', ' relation'].map(
      (part) => `Guardian ${at}${part}`,
    ),
  );
  const move = await steps.upload(
    csv(
      ['Student code,Given name,Surname,Gender,Date of birth,Guardian 1,Guardian 1 phone']
        .concat('Guardian 1 relation', further.flat(), 'Payer')
        .join(','),
      'G-1,Ann,Gee,F,01/02/2012,Mam Gee,020 5551 7801,mother,Nan,Gee,020 5551 7803,020 5551 7893,grandmother,,,,,,Unc,Gee,020 5551 7805,,uncle,Guardian 3',
      'G-2,Ben,Gee,M,01/02/2013,Mam Gee,020 5551 7801,mother,Nan,Gee,12,,grandmother,,,,,,,,,,,',
    ),
    home,
  );
  expect(move.counts).toMatchObject({ ready: 1, problem: 1 });
  const [wrong] = await steps.rows(move, 'students', 'problem');
  expect(wrong?.problems.map(({ field }) => field)).toEqual(['guardian3Phone']);
  await steps.run(move);
  const guardians = `select parents.first_name as name, phone2, is_payer as payer, relation
    from guardians join parents on parents.id = parent_id
    join students on students.id = student_id where student_code = 'G-1' order by position`;
  expect(await rowsOf(guardians)).toEqual([
    { name: 'Mam', phone2: '', payer: false, relation: 'mother' },
    { name: 'Nan', phone2: '+8562055517893', payer: true, relation: 'grandparent' },
    { name: 'Unc', phone2: '', payer: false, relation: 'auntUncle' },
  ]);
  const { sheets } = await server.db.transaction((tx) => readMovingWorkbook(tx));
  expect(sheets.students.find(({ studentCode }) => studentCode === 'G-1')).toMatchObject({
    guardian2FirstName: 'Nan',
    guardian3FirstName: 'Unc',
    payer: 2,
  });
  await steps.undo(move);
  expect(await rowsOf(guardians)).toEqual([]);
  expect(await rowsOf(`select from parents where last_name = 'Gee'`)).toEqual([]);
});

it('puts a chosen text into every row that says the same, and knows it in the next file', async () => {
  const heads = 'Student code,Full name,Gender,Date of birth,Phone,Home branch';
  const row = (code: string, branch: string) =>
    `${code},Nam ${code},F,01/02/2001,020 5551 99${code.slice(-2)},${branch}`;
  const move = await steps.upload(
    csv(heads, row('W-11', 'The big house'), row('W-12', 'the BIG house'), row('W-13', '')),
  );
  expect(move.counts).toMatchObject({ ready: 0, problem: 3 });
  const [first] = await steps.rows(move, 'students', 'problem');
  if (!first) throw new Error('No row');
  const mended = await steps.mend(move, first, { field: 'homeBranch', value: 'VTE', forAll: true });
  expect(mended.counts).toMatchObject({ ready: 2, problem: 1 });
  const next = await steps.upload(csv(heads, row('W-21', 'The big house')));
  expect(next.counts).toMatchObject({ ready: 1, problem: 0 });
  // The name of one person is no word.
  expect(await rowsOf('select field, value from import_cell_words')).toEqual([
    { field: 'homeBranch', value: 'VTE' },
  ]);
});

describe('classes that name', () => {
  const heads = 'Class name,Course,Term,Branch,Start date,End date,Timetable,Room,Capacity';
  const classes = async (...rows: string[]) => {
    const [term] = await rowsOf('select code, start_date::text as day from academic_terms limit 1');
    const [code, day] = [String(term?.['code']), String(term?.['day'])];
    const times = (room: string) => `${day},${day},Tue 06:00-07:30,${room},10`;
    const filled = rows.map((row) => {
      const [name, course, branch, room = ''] = row.split(',');
      return [name, course, code, branch, times(room)].join(',');
    });
    return steps.upload(csv(heads, ...filled));
  };
  const problemsOf = async (...of: Parameters<typeof steps.rows>) =>
    (await steps.rows(...of)).map(({ problems }) => problems.map(({ field }) => field).join());

  it('a course by a taught word mean the course that has this name by now', async () => {
    const move = await classes('T-1,Starters,VTE');
    const [row] = await steps.rows(move, 'classes');
    if (!row) throw new Error('No row');
    expect(row.problems.map(({ field }) => field)).toEqual(['course']);
    await steps.mend(move, row, { field: 'course', value: 'ENG-A1', forAll: true });
    const courseOf = async () => {
      const { sheets } = await classes('T-2,Starters,VTE');
      return rowsOf(`select courses.code from move_rows row
        join courses on courses.id = (row.input ->> 'courseId')::uuid
        where row.sheet_id = '${sheets[0]?._id}'`);
    };
    expect(await courseOf()).toEqual([{ code: 'ENG-A1' }]);
    await steps.run(
      await steps.upload(csv('Code,Course name,Category,Sessions', 'ENG-S0,Starters,Languages,10')),
    );
    expect(await courseOf()).toEqual([{ code: 'ENG-S0' }]);
  });

  it('a next course mean the same above and below the course that has this name by now', async () => {
    const courses = (...rows: string[]) =>
      steps.upload(csv('Code,Course name,Category,Sessions,Next course', ...rows));
    const taught = await courses('NX-0,Base,Languages,10,The next one');
    const [row] = await steps.rows(taught, 'courses');
    if (!row) throw new Error('No row');
    const mended = await steps.mend(taught, row, {
      field: 'nextCourse',
      value: 'ENG-A1',
      forAll: true,
    });
    expect(mended.counts).toMatchObject({ ready: 1, problem: 0 });
    const nextOf = async (...rows: string[]) => {
      const { sheets } = await courses(...rows);
      const found = await rowsOf(`select coalesce(course.code, other.input ->> 'code') as code
        from move_rows row
        left join courses course on course.id = (row.input ->> 'nextCourseId')::uuid
        left join move_rows other on other.id = (row.input ->> 'nextCourseId')::uuid
        where row.sheet_id = '${sheets[0]?._id}' order by row.number`);
      return found.map(({ code }) => code);
    };
    const names = (code: string) => `${code},Course ${code},Languages,10,The next one`;
    expect(await nextOf(names('NX-1'), names('NX-2'))).toEqual(['ENG-A1', 'ENG-A1']);
    // With a course of this name, the taught text is a name like any other.
    const named = 'NX-3,The next one,Languages,10,';
    expect(await nextOf(names('NX-1'), named, names('NX-2'))).toEqual(['NX-3', null, 'NX-3']);
  });

  it('a room have one of their own branch, and what one is called says nothing of another', async () => {
    await steps.run(
      await steps.upload(
        csv('Branch,Room,Seats', 'VTE,Blue 1,20', 'LPB,Blue 2,20', 'PKS,Blue 1,20'),
      ),
    );
    const move = await classes(
      'R-1,ENG-A1,VTE,Blue room',
      'R-2,ENG-A1,PKS,Blue room',
      'R-3,ENG-A1,LPB,Blue 1',
    );
    expect(await problemsOf(move, 'classes')).toEqual(['room', 'room', 'room']);
    const [row] = await steps.rows(move, 'classes');
    if (!row) throw new Error('No row');
    const mended = await steps.mend(move, row, { field: 'room', value: 'Blue 1', forAll: true });
    expect(await problemsOf(mended, 'classes')).toEqual(['', 'room', 'room']);
    expect(await problemsOf(await classes('R-4,ENG-A1,PKS,Blue room'), 'classes')).toEqual([
      'room',
    ]);
  });
});

it('offers one text for the rows that lack a needed one, and the name of a sheet as the class', async () => {
  const file = await buffer(
    xlsxBook([
      {
        title: 'Morning stars',
        headings: ['Student', 'Class', 'Sessions used'],
        rows: (async function* rows() {
          yield [
            ['N-1', '', ''],
            ['N-2', '', ''],
            ['N-3', 'Other class', ''],
          ];
        })(),
      },
    ]),
  );
  const move = await steps.upload(file);
  const { empty } = steps.sheetOf(move, 'enrolments');
  expect(empty).toEqual([{ field: 'class', rows: 2, offer: 'Morning stars' }]);
});

it('gives new teachers without branches that of the file, and moves nobody who is there', async () => {
  const [other] = await rowsOf(`select id from branches where id <> '${home}' limit 1`);
  const file = csv('Teacher code,Full name,Gender,Phone', 'TB-1,Khoun Sao,F,020 5551 8811');
  await steps.run(await steps.upload(file, home));
  const head = 'Teacher code,Full name,Gender,Phone,Branches,Hourly rate';
  const cells = ['', '-', 'LPB'].map((cell, at) => `TB-${at + 2},Bin Sao${at},F,,${cell},50000`);
  await steps.run(await steps.upload(csv(head, ...cells), home));
  const branches = `select branch_ids = array['${home}'::uuid] as "isHome" from teachers
    where teacher_code like 'TB-%' order by teacher_code`;
  expect(await rowsOf(branches)).toEqual([true, true, true, false].map((isHome) => ({ isHome })));
  const again = await steps.upload(file, String(other?.['id']));
  expect(again.counts).toMatchObject({ same: 1, changed: 0 });
});

it('takes the pay of new teachers from today on, which goes when they are taken back', async () => {
  const move = await steps.upload(
    csv(
      'Teacher code,Full name,Gender,Phone,Branches,Hourly rate,Currency',
      'TX-1,Khoun Nueng,F,020 5551 8801,VTE,60000,LAK',
      'TX-2,Khoun Song,M,020 5551 8802,VTE,lots,',
    ),
  );
  expect(move.counts).toMatchObject({ ready: 1, problem: 1 });
  const [bad] = await steps.rows(move, 'teachers', 'problem');
  expect(bad?.problems.map(({ field }) => field)).toEqual(['hourlyRate']);
  await steps.run(move);
  const rates = `select rate.kind, amount::int as amount, currency from teacher_rates rate
    join teachers on teachers.id = teacher_id where teacher_code = 'TX-1'`;
  expect(await rowsOf(rates)).toEqual([{ kind: 'hour', amount: 60_000, currency: 'LAK' }]);
  expect(await steps.undo(move)).toMatchObject({ removed: 1, kept: [] });
  expect(await rowsOf(rates)).toEqual([]);
});

it('counts a rate of the same file for a cost in its currency, and says the rules in words', async () => {
  const school = await insertClass(server.db);
  const sheet = (title: string, headings: string[], rows: string[][]) => ({
    title,
    headings,
    rows: (async function* all() {
      yield rows;
    })(),
  });
  const move = await steps.upload(
    await buffer(
      xlsxBook([
        sheet('Rates', ['Currency', 'Rate to kip'], [['USD', '21500']]),
        sheet(
          'Products',
          [
            'SKU',
            'Name in English',
            'Category',
            'Price',
            'Cost',
            'Cost currency',
            'Unit',
            'Opening stock VTE',
          ],
          [
            ['US-1', 'Atlas', 'Books', '500000', '12.50', 'USD', 'pc', '3'],
            ['US-2', 'Globe', 'Books', '500000', '12.50', 'USD', 'pc', '-4'],
          ],
        ),
        sheet(
          'Enrolments',
          [
            'Student',
            'Class',
            'Price',
            'Discount',
            'Sessions bought',
            'Sessions used',
            'Paid so far',
          ],
          [['C-1', school.classCode, '1000000', '200 %', '0', '0', '-1000']],
        ),
      ]),
    ),
  );
  expect(steps.sheetOf(move, 'products').counts).toMatchObject({ ready: 1, problem: 1 });
  const said = async (kind: 'products' | 'enrolments') =>
    (await steps.rows(move, kind, 'problem')).flatMap(({ problems }) =>
      problems.map(({ error }) => error),
    );
  expect(await said('products')).toEqual(['Not below 0']);
  expect(await said('enrolments')).toEqual(
    expect.arrayContaining(['0 to 100 %', 'At least 1 session', 'Not below 0']),
  );
  await steps.run(move);
  expect(await rowsOf("select cost_amount::int as cost from products where sku = 'US-1'")).toEqual([
    { cost: 1250 },
  ]);
});
