import { readFileSync } from 'node:fs';
import { desc, eq, inArray, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Move } from '#contract/imports/moving-in.ts';
import type { SheetAnswers } from '#contract/imports/sheet-questions.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { codeOf, listSteps, upload } from '#tests/helpers/list-steps.ts';
import { csv, workbook, xlsx } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let staff: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, admin] = await Promise.all([server.as('staff'), server.as('admin')]);
});
afterAll(() => server.close());

const students = listSteps(() => staff);
const products = listSteps(() => admin);
const GUARDIAN = 'Guardian 1 first name,Guardian 1 last name,Guardian 1 phone,Guardian 1 relation';
const file = (name: string) => readFileSync(new URL(`../cases/reading/${name}`, import.meta.url));

/** Imports a file of students and answers them by their first name, as `birthday phone`. */
async function imported(content: Buffer, answers: SheetAnswers = {}) {
  const read = await students.read(content);
  const found = await students.check(read, { answers });
  expect(found.problems).toEqual([]);
  expect((await students.run(read, { answers, others: true })).move?.counts.problem).toBe(0);
  return { read, found };
}
const student = async (lastName: string) =>
  (await server.db.select().from(studentTable).where(eq(studentTable.lastName, lastName)))[0];

/** Files of one student each, who was born on 5 March 2000. */
it.each([
  ['title-row.csv', 'Vong6'],
  ['title-merged.xlsx', 'Vong7'],
  ['sep-line.csv', 'Vong11'],
  ['blank-first-semicolon.csv', 'Vong13'],
  ['semicolon.csv', 'Vong12'],
  ['pipe.csv', 'Vong14'],
  ['utf16-tab.csv', 'Vong15'],
  ['lao-headings.csv', 'ວົງສາ'],
  ['messy-headings.xlsx', 'Vong18'],
  ['merged-footer.xlsx', 'Vong8'],
  ['hidden-first-sheet.xlsx', 'Vong1'],
  ['empty-sheet-first.xlsx', 'Vong3'],
  ['two-sheets.xlsx', 'Vong4'],
  ['full-name.csv', 'VONGSA'],
  ['iso-utc-birthdate.csv', 'Birth'],
  ['date1904.xlsx', 'Vong'],
  ['date-fraction.xlsx', 'Zone'],
  ['thai-format.xlsx', 'Buddhist'],
  ['fmt59.xlsx', 'Fmt'],
  ['cell-t-d.xlsx', 'Date'],
  ['strict.xlsx', 'Ooxml'],
  ['prefixed-x.xlsx', 'Ix'],
  ['formula-results.xlsx', 'Formula'],
])('reads %s', async (name, lastName) => {
  const { read } = await imported(file(name ?? ''));
  expect(read.rowCount).toBe(1);
  expect(await student(lastName ?? '')).toMatchObject({ dateOfBirth: '2000-03-05' });
});

it('reads a plain number of a workbook that counts from 1904 as the day it shows', async () => {
  await imported(file('date1904-general.xlsx'));
  const [found] = await server.db
    .select()
    .from(studentTable)
    .where(eq(studentTable.firstName, 'N1904g'));
  expect(found).toMatchObject({ dateOfBirth: '2000-03-05' });
});

it('reads every sheet of the list, and leaves one out that a person leaves out', async () => {
  const answer = await upload(staff, file('two-sheets.xlsx'));
  const { _id, sheets } = answer.json<Move>();
  expect(sheets.map(({ name, kind, counts }) => [name, kind, counts.rows])).toEqual([
    ['A1', 'students', 1],
    ['A2', 'students', 1],
  ]);
  const [, second] = sheets;
  const changed = await staff.send('PUT', `/students/imports/${_id}/sheets/${second?._id}`, {
    payload: { kind: null, matching: second?.matching },
  });
  expect(changed.json<Move>().counts).toMatchObject({ out: 1 });
});

it('names rows that are not part of the table, and leaves them out', async () => {
  expect((await students.read(file('title-row.xlsx'))).leftOut).toMatchObject([
    { row: 1, reason: 'title', cells: ['ລາຍຊື່ນັກຮຽນ 2026'] },
  ]);
  expect((await students.read(file('merged-footer.xlsx'))).leftOut).toMatchObject([
    { row: 4, reason: 'note', cells: ['Signature'] },
  ]);
});

it('shows how a full name was split before anything is stored', async () => {
  const read = await students.read(
    csv(
      'ຊື່ ແລະ ນາມສະກຸນ,ເພດ,ວັນເກີດ,ເບີໂທ',
      'ນ້ອຍ ຄຳ ວົງສາ,ຍິງ,05/03/2000,02055639001',
      'ດຽວ,ຍິງ,05/03/2000,02055639002',
    ),
  );
  expect(read.matching).toEqual(['fullName', 'gender', 'dateOfBirth', 'phone']);
  const found = await students.check(read);
  expect(found.names).toEqual([
    { row: 2, written: 'ນ້ອຍ ຄຳ ວົງສາ', firstName: 'ນ້ອຍ ຄຳ', lastName: 'ວົງສາ' },
    { row: 3, written: 'ດຽວ', firstName: 'ດຽວ', lastName: '' },
  ]);
  expect(found.problems).toMatchObject([{ row: 3, label: 'Last name', error: 'Required' }]);
});

it('reads a mother and a father by their headings, and splits their names', async () => {
  const read = await students.read(
    csv(
      'ຊື່,ນາມສະກຸນ,ເພດ,ວັນເກີດ,ເມວ,ຊື່ພໍ່,ເບີພໍ່,ຊື່ແມ່,ເບີແມ່',
      'ນ້ອຍ,ວົງທົດ,ຍິງ,05/03/2000,,ຄຳ ວົງທົດ,02055639011,ມະນີ ວົງທົດ,02055639012',
    ),
  );
  expect(read.matching.slice(4)).toEqual([
    'email',
    'guardian2FirstName',
    'guardian2Phone',
    'guardian1FirstName',
    'guardian1Phone',
  ]);
  const found = await students.check(read);
  expect(found.problems).toEqual([]);
  expect(found.names).toEqual([
    { row: 2, written: 'ມະນີ ວົງທົດ', firstName: 'ມະນີ', lastName: 'ວົງທົດ' },
    { row: 2, written: 'ຄຳ ວົງທົດ', firstName: 'ຄຳ', lastName: 'ວົງທົດ' },
  ]);
});

it.each([
  ['Father name,Father phone', ['guardian2FirstName', 'guardian2Phone']],
  ["Mother's name,Mother's mobile", ['guardian1FirstName', 'guardian1Phone']],
  ["Guardian,Guardian's mobile", ['guardian1FirstName', 'guardian1Phone']],
  ['Contact No.,Relationship', ['phone', 'guardian1Relation']],
  ['ເບີຕິດຕໍ່,ເມວ', ['phone', 'email']],
])('knows the headings %s', async (headings, fields) => {
  const read = await students.read(csv(`First name,Last name,${headings}`, 'Noy,Vong,1,2'));
  expect(read.matching.slice(2)).toEqual(fields);
});

it('asks once for a file whether its years are Buddhist and which number is the month', async () => {
  const read = await students.read(file('dates.csv'));
  const before = await students.check(read);
  expect(before.questions.map(({ about, settled }) => [about, settled])).toEqual(
    expect.arrayContaining([
      ['buddhistYear', false],
      ['dayOrder', false],
    ]),
  );
  const answers: SheetAnswers = { buddhistYear: true, dayOrder: 'dayFirst' };
  const after = await students.check(read, { answers });
  // A day with the month first, and cells that are no days at all.
  const days = after.problems.filter(({ label }) => label === 'Date of birth');
  expect(days.map(({ value }) => value)).toEqual([
    '03/25/2015',
    '2015',
    '1425513600000',
    '00/00/0000',
  ]);

  // The other rows with a guardian, because children need one.
  const unread = new Set(days.map(({ row }) => row));
  const lines = file('dates.csv').toString().trim().split('\r\n');
  const ofChildren = lines.flatMap((line, at) =>
    unread.has(at + 1) || line.startsWith('Ddash,')
      ? []
      : [`${line},${at === 0 ? GUARDIAN : 'Mae,Dara,02055621099,Mother'}`],
  );
  await imported(csv(...ofChildren), answers);
  const stored = await server.db
    .select({ name: studentTable.firstName, day: studentTable.dateOfBirth })
    .from(studentTable)
    .where(like(studentTable.lastName, 'Dara%'))
    .orderBy(desc(studentTable.firstName));
  expect(stored).toHaveLength(18);
  expect(stored.filter(({ day }) => day !== '2015-03-05')).toEqual([
    { name: 'DusAmb', day: '2015-05-03' },
    // Midnight of Vientiane has begun by 17:00 UTC.
    { name: 'DisoT', day: '2015-03-06' },
  ]);
});

it('reads short days, every form of a phone, and names with signs', async () => {
  await imported(file('dates-short.csv'));
  const short = await server.db
    .select()
    .from(studentTable)
    .where(like(studentTable.firstName, 'S_'));
  expect(short.map(({ dateOfBirth }) => dateOfBirth)).toEqual(Array(4).fill('2000-03-05'));
  const { problems } = await students.check(await students.read(file('phones.csv')));
  expect(problems.map(({ row, value, error }) => [row, value, error.slice(0, 13)])).toEqual([
    [4, '2.05555E+09', 'The spreadshe'],
  ]);
  const phones = file('phones.csv').toString().split('\r\n');
  await imported(Buffer.from(phones.toSpliced(3, 1).join('\r\n')));
  const called = await server.db
    .select({ phone: studentTable.phone })
    .from(studentTable)
    .where(like(studentTable.phone, '+8562055510%'))
    .orderBy(studentTable.phone);
  // The eighth number is a second one of a person, and the ninth cell has the first of them.
  const numbers = [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19];
  expect(called.map(({ phone }) => phone)).toEqual(
    numbers.map((n) => `+8562055510${String(n).padStart(3, '0')}`),
  );
});

it('stores names as they are typed, without invisible letters, and finds them by any apostrophe', async () => {
  const odd = await students.check(await students.read(file('odd-names.csv')));
  expect(odd.problems).toMatchObject([
    { row: 2, label: 'First name', error: 'This is a formula. Enter the value itself' },
  ]);
  await imported(file('odd-names-ok.csv'));
  const names = await server.db
    .select({ first: studentTable.firstName, last: studentTable.lastName })
    .from(studentTable)
    .where(
      inArray(
        studentTable.phone,
        [39, 40, 41].map((end) => `+85620315452${end}`),
      ),
    )
    .orderBy(studentTable.phone);
  expect(names).toEqual([
    { first: '@Som', last: 'Vong' },
    { first: "O'Neill", last: "D'Angelo" },
    { first: 'ສົມໄຊ 😀', last: 'ວົງ ສາ' },
  ]);
  const found = await staff.get(`/students?search=${encodeURIComponent('o’neill d‘angelo')}`);
  expect(found.json<unknown[]>()).toHaveLength(1);
});

it.each([
  ['cp874.csv', 'sheetEncoding'],
  ['cp1252.csv', 'sheetEncoding'],
  ['st-html.xls', 'sheetWebPage'],
])('refuses %s with the way to save it', async (name, code) => {
  expect(codeOf(await upload(staff, file(name)))).toBe(code);
});

const kind = 'products';
const product = async (sku: string) =>
  (await server.db.select().from(productTable).where(eq(productTable.sku, sku)))[0];

it('keeps zeros that a format shows, refuses codes that were cut, and reads sums as sheets keep them', async () => {
  const zeros = await products.read(file('leading-zero-format.xlsx'), { kind });
  expect(zeros.firstRows[0]).toEqual(expect.arrayContaining(['000123', '0012345678905']));
  const cut = await products.check(await products.read(file('barcode-sci.csv'), { kind }), {
    kind,
  });
  expect(cut.problems.map(({ row, label }) => `${row} ${label}`)).toEqual([
    '2 Barcode',
    '3 Barcode',
    '4 Barcode',
  ]);
  const prices = await products.check(await products.read(file('prices.csv'), { kind }), { kind });
  const wrong = prices.problems.filter(({ label }) => label === 'Price').map(({ value }) => value);
  expect(wrong).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/50000|50\.000|50,000|50 000|12\.10|1,250\.5/)]),
  );
  expect(wrong).toContain('-5000');
  const float = await products.read(file('price-float.xlsx'), { kind });
  expect(float.firstRows.map((cells) => cells[4]).slice(0, 3)).toEqual(['12.1', '16.65', '150000']);
  // Parts of a kip are no price.
  expect((await products.check(float, { kind })).problems).toMatchObject([
    { row: 5, value: '33333.333333' },
  ]);
});

it('takes no number of a cell for thousands, and leaves codes as they are', async () => {
  const read = await products.read(await xlsx(['SKU', 'Price'], [1.125, 350.125]), { kind });
  expect(read.firstRows).toEqual([['1.125', '350.1250']]);
  const { problems } = await products.check(read, { kind });
  expect(problems).toContainEqual(expect.objectContaining({ label: 'Price', value: '350.1250' }));
});

it('takes the first row of a SKU that comes twice, and lets the other be corrected', async () => {
  const read = await products.read(file('sku-case.csv'), { kind });
  const found = await products.check(read, { kind });
  expect(found).toMatchObject({ rows: 2, ready: 1, problemRows: 1 });
  expect(found.problems).toMatchObject([
    { row: 3, label: 'SKU', error: expect.stringMatching(/^Row 2 has the same SKU/) as string },
  ]);
  expect((await products.run(read, { kind })).added).toBe(1);
  expect(await product('RB-1')).toBeDefined();
  expect((await products.undo(read, admin, kind)).removed).toBe(1);
});

/** Other files of the same kinds. */
const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;
const row = (n: number, ...texts: string[]) => `<row r="${n}">${texts.map(cell).join('')}</row>`;

it.each<[string, () => Buffer | Promise<Buffer>]>([
  [
    'a list with a running number, headings in two languages and a total',
    () =>
      csv(
        'ໂຮງຮຽນ ພາສາ,,,,,',
        'ລ/ດ,ຊື່/First name,ນາມສະກຸນ/Last name,ເພດ/Sex,ວັນເກີດ (DOB),ໂທ (Tel.)',
        '1,Case,Made1,F,5 Mar 2000,020 5563 9101',
        'ລວມ 1 ຄົນ,,,,,',
        'ທີ່ນະຄອນຫຼວງວຽງຈັນ,,,,,',
      ),
  ],
  [
    'a list with tabs, quotes and a title with commas',
    () =>
      csv(
        'Class A, room 2, 2026',
        'Given name\tSurname\tSex\tD.O.B.\tMobile',
        '"Case"\t"Made1"\tfemale\t2000/03/05\t"020-5563-9102"',
      ),
  ],
  [
    'a workbook with headings over two rows and a merged class title',
    () =>
      workbook(
        `<worksheet><sheetData>${row(1, 'Class list')}${row(3, 'First name', 'Last name', 'Gender', 'Date of birth', 'Phone')}${row(4, 'ຊື່', 'ນາມສະກຸນ', 'ເພດ', 'ວັນເດືອນປີເກີດ', 'ເບີໂທ')}${row(5, 'Case', 'Made1', 'ຍິງ', '05.03.2000', '+8562055639103')}</sheetData><mergeCells><mergeCell ref="A1:E1"/></mergeCells></worksheet>`,
      ),
  ],
  [
    'days with the month first, proven by another row',
    () =>
      csv(
        'First name,Last name,Gender,Date of birth,Phone',
        'Case,Made1,female,03/05/2000,02055639104',
        'Other,Person,female,12/25/1999,02055639105',
      ),
  ],
  [
    'a list by pipes with stars behind the needed headings',
    () =>
      csv(
        '',
        'First name*|Last name*|Gender*|Birthday:|Phone no.',
        'Case|Made1|ຍ|05/03/2000|02055639106',
      ),
  ],
])('reads %s', async (_name, make) => {
  await server.db.delete(studentTable).where(eq(studentTable.lastName, 'Made1'));
  await imported(await make());
  expect(await student('Made1')).toMatchObject({ firstName: 'Case', dateOfBirth: '2000-03-05' });
});

it('says that rows are hidden or merged', async () => {
  const hidden = `<row r="2" hidden="1">${['Hid', 'Row', 'F', '05/03/2000', '02055639201'].map(cell).join('')}</row>`;
  const sheet = `<worksheet><sheetData>${row(1, 'First name', 'Last name', 'Gender', 'Date of birth', 'Phone')}${hidden}${row(3, 'Mer', 'Row', 'F', '05/03/2000', '02055639202')}</sheetData><mergeCells><mergeCell ref="B3:B4"/></mergeCells></worksheet>`;
  expect(await students.read(await workbook(sheet))).toMatchObject({
    rowCount: 2,
    hiddenRows: 1,
    mergedRows: 1,
  });
});

it('reads rows below headings in another order by those headings, and calls nobody "Name"', async () => {
  const read = await students.read(file('pages.csv'));
  expect(read.rowCount).toBe(4);
  expect(read.leftOut.map(({ row, reason }) => [row, reason])).toEqual([
    [3, 'title'],
    [4, 'heading'],
    [6, 'heading'],
    [8, 'heading'],
  ]);
  const found = await students.check(read);
  expect(found.problems).toEqual([]);
  await students.run(read);
  const added = await server.db
    .select()
    .from(studentTable)
    .where(like(studentTable.lastName, 'Page%'))
    .orderBy(studentTable.lastName);
  expect(added.map((row) => [row.firstName, row.gender, row.nickname, row.phone])).toEqual([
    ['Kham', 'male', '', '+8562055641001'],
    ['Noy', 'female', '', '+8562055641002'],
    ['Vanh', 'female', 'Dao', '+8562055641003'],
    ['Seng', 'male', '', '+8562055641004'],
  ]);
});

it('reads products below headings in another order, also before a wider row of headings', async () => {
  const read = await products.read(
    csv(
      'SKU,Name,Price',
      'HEAD-1,Book one,10000',
      'Price,Unit,Barcode,Name,SKU',
      '20000,book,,Book two,HEAD-2',
    ),
    { kind: 'products' },
  );
  expect(read.leftOut.map(({ row, reason }) => [row, reason])).toEqual([[3, 'heading']]);
  expect(read.headings).toEqual(['SKU', 'Name', 'Price', 'Unit', 'Barcode']);
  expect(read.firstRows).toEqual([
    ['HEAD-1', 'Book one', '10000', '', ''],
    ['HEAD-2', 'Book two', '20000', 'book', ''],
  ]);
});

it('says in the note whose a second phone is', async () => {
  const note = async (language: string, first: string) => {
    const read = await students.read(
      csv(
        `First name,Last name,Gender,Date of birth,Phone,${GUARDIAN},Note`,
        `${first},Second,female,05/03/2015,02055642001 / 02055642002,ມະນີ,ວົງສາ,02055642003; 02055642004,mother,Likes maths`,
      ),
    );
    // The check is in the language of the clerk, and the run writes what it has shown.
    const { all } = await students.check(read, { language });
    const said = { field: 'otherPerson', value: 'yes' };
    if (all[0]?.state === 'problem')
      await staff.send('PUT', `/students/imports/${read._id}/rows/${all[0]._id}`, {
        payload: said,
        headers: { 'accept-language': language },
      });
    await students.run(read);
    const [found] = await server.db
      .select()
      .from(studentTable)
      .where(eq(studentTable.firstName, first));
    return found?.note;
  };
  expect(await note('en', 'Second1')).toBe(
    'Likes maths · Student phone: 020 5564 2002 · Guardian 1 phone (ມະນີ ວົງສາ): 020 5564 2004',
  );
  expect(await note('lo', 'Second2')).toBe(
    'Likes maths · ເບີໂທນັກຮຽນ: 020 5564 2002 · ເບີໂທຜູ້ປົກຄອງ 1 (ມະນີ ວົງສາ): 020 5564 2004',
  );
});

it('splits a title off a name, takes the gender from it, and says so', async () => {
  const read = await students.read(file('titles.csv'));
  const found = await students.check(read);
  expect(found.problems).toEqual([]);
  expect(found.titles.slice(0, 3)).toEqual([
    { row: 2, written: 'ທ. ບຸນມີ ຄຳນຳ', title: 'ທ.', name: 'ບຸນມີ ຄຳນຳ', gender: 'male' },
    { row: 2, written: 'ນາງ ມະນີ ຄຳນຳ', title: 'ນາງ', name: 'ມະນີ ຄຳນຳ', gender: null },
    { row: 3, written: 'ນາງ ດາວ ຄຳນຳ', title: 'ນາງ', name: 'ດາວ ຄຳນຳ', gender: 'female' },
  ]);
  await students.run(read, { others: true });
  const added = await server.db
    .select()
    .from(studentTable)
    .where(like(studentTable.phone, '+856205564300%'))
    .orderBy(studentTable.phone);
  expect(added.map(({ firstName, gender }) => [firstName, gender])).toEqual([
    ['ບຸນມີ', 'male'],
    ['ດາວ', 'female'],
    ['ແສງ', 'male'],
    ['ແກ້ວ', 'male'],
    ['Noy', 'female'],
    ['สมชาย', 'male'],
  ]);
});

it('asks once whether a spreadsheet has swapped days and months of birthdays', async () => {
  const read = await students.read(
    csv(
      'First name,Last name,Gender,Date of birth,Phone',
      'Swap1,Vong,male,2000-05-11,02055645001',
      'Swap2,Vong,male,13/11/2000,02055645002',
    ),
  );
  const asked = await students.check(read);
  expect(asked.questions).toMatchObject([{ about: 'swappedDays', settled: false, row: 2 }]);
  expect(asked.problems.map(({ row }) => row)).toEqual([2]);
  await imported(
    csv(
      'First name,Last name,Gender,Date of birth,Phone',
      'Swap1,Vong,male,2000-05-11,02055645001',
      'Swap2,Vong,male,13/11/2000,02055645002',
    ),
    { swappedDays: true },
  );
  const [found] = await server.db
    .select()
    .from(studentTable)
    .where(eq(studentTable.firstName, 'Swap1'));
  expect(found).toMatchObject({ dateOfBirth: '2000-11-05' });
});

it('believes the gender of the file before a title, and reads a column of titles', async () => {
  const read = await students.read(
    csv(
      'First name,Last name,Gender,Date of birth,Phone',
      'ທ. ດາວ,Title,female,05/03/2000,02055644001',
      'Dr. Seng,Title,,05/03/2000,02055644002',
    ),
  );
  const found = await students.check(read);
  expect(found.problems).toMatchObject([{ row: 3, label: 'Gender', error: 'Required' }]);
  expect(found.titles.map(({ name, gender }) => [name, gender])).toEqual([
    ['ດາວ', null],
    ['Seng', null],
  ]);
  const column = await students.read(
    csv(
      'ຄຳນຳໜ້າ,ຊື່,ນາມສະກຸນ,ວັນເກີດ,ເບີໂທ',
      'ທ.,ແດງ,Title,05/03/2000,02055644003',
      'นางสาว,ຂຽວ,Title,05/03/2000,02055644004',
    ),
  );
  expect(column.matching[0]).toBe('gender');
  expect((await students.check(column)).problems).toEqual([]);
});

it('drops the apostrophe that marks a code as text, then checks the code', async () => {
  const read = await products.read(
    csv(
      'SKU,Name (English),Name (Lao),Category,Unit,Barcode,Price',
      ...["'", '’', '‘', '`'].map(
        (mark, at) =>
          `${mark}APOS-${at},A,ກ,BOOK,pc,${mark}${['96385074', '9780306406157', '4006381333931', '5901234123457'][at]},50000`,
      ),
      "APOS-9,A,ກ,BOOK,pc,'8851234567891,50000",
    ),
    { kind },
  );
  const found = await products.check(read, { kind });
  expect(found.problems).toMatchObject([{ row: 6, label: 'Barcode', value: "'8851234567891" }]);
  const typed = await admin.post('/products', {
    sku: "'APOS-FORM",
    barcode: '’8851234567891',
    nameEn: 'A',
    nameLo: 'ກ',
    unit: 'pc',
    price: 1000,
  });
  expect(Object.keys(typed.json<{ fields: object }>().fields)).toEqual(['categoryId', 'barcode']);
});

/** A sheet of rows of texts, of which some cells are merged. */
const sheetOf = (rows: readonly (readonly string[])[], merged: readonly string[]) =>
  workbook(
    `<worksheet><sheetData>${rows.map((texts, at) => row(at + 1, ...texts)).join('')}</sheetData><mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
  );

it.each<[string, string[][], string[], (string | null)[]]>([
  [
    'a merged row of groups',
    [
      ['Student', '', '', '', 'Parent', ''],
      ['First name', 'Last name', 'Gender', 'Birthday', 'Name', 'Phone'],
      ['Aaa', 'Group', 'F', '05/03/2000', 'Manee Group', '02055643151'],
    ],
    ['A1:D1', 'E1:F1'],
    ['firstName', 'lastName', 'gender', 'dateOfBirth', 'guardian1FirstName', 'guardian1Phone'],
  ],
  [
    'groups that are not merged, with the same headings below',
    [
      ['ນັກຮຽນ', '', '', '', 'ຜູ້ປົກຄອງ', '', '', ''],
      ['ຊື່', 'ນາມສະກຸນ', 'ເພດ', 'ເບີໂທ', 'ຊື່', 'ນາມສະກຸນ', 'ເບີໂທ', 'ສາຍພົວພັນ'],
      ['Aaa', 'Group', 'F', '02055643150', 'Manee', 'Group', '02055643151', 'ແມ່'],
    ],
    [],
    [
      'firstName',
      'lastName',
      'gender',
      'phone',
      'guardian1FirstName',
      'guardian1LastName',
      'guardian1Phone',
      'guardian1Relation',
    ],
  ],
  [
    'headings that go over both rows beside groups',
    [
      ['ຊື່', 'ນາມສະກຸນ', 'ເພດ', 'ແມ່', '', 'ພໍ່', ''],
      ['', '', '', 'ຊື່', 'ເບີໂທ', 'ຊື່', 'ເບີໂທ'],
      ['Aaa', 'Group', 'F', 'Manee Group', '02055643151', 'Boun Group', '02055643152'],
    ],
    ['A1:A2', 'B1:B2', 'C1:C2', 'D1:E1', 'F1:G1'],
    [
      'firstName',
      'lastName',
      'gender',
      'guardian1FirstName',
      'guardian1Phone',
      'guardian2FirstName',
      'guardian2Phone',
    ],
  ],
  [
    'two columns of each',
    [
      ['Student', '', 'Guardian', ''],
      ['Name', 'Phone', 'Name', 'Phone'],
      ['Aaa', '02055643150', 'Manee', '02055643151'],
    ],
    ['A1:B1', 'C1:D1'],
    ['firstName', 'phone', 'guardian1FirstName', 'guardian1Phone'],
  ],
])('names the columns of %s by group and heading', async (_name, rows, merged, matching) => {
  const read = await students.read(await sheetOf(rows, merged));
  expect(read).toMatchObject({ matching, rowCount: 1, leftOut: [] });
});

it.each<[string, string[][]]>([
  [
    'a second table beside the first one',
    [
      ['ຊື່', 'ນາມສະກຸນ', 'ເພດ', 'ເບີໂທ', '', 'ຊື່', 'ນາມສະກຸນ', 'ເພດ', 'ເບີໂທ'],
      ['ກອ', 'ຊ້າຍ', 'ຊ', '02055643161', '', 'ຂໍ', 'ຂວາ', 'ຍ', '02055643163'],
      ['ຄໍ', 'ຊ້າຍ', 'ຊ', '02055643162', '', 'ງໍ', 'ຂວາ', 'ຍ', '02055643164'],
    ],
  ],
  [
    'the name of a second person below an unknown group',
    [
      ['Student', '', '', 'Emergency', ''],
      ['First name', 'Last name', 'Gender', 'Name', 'Phone'],
      ['Aaa', 'Group', 'F', 'Manee', '02055643151'],
      ['Bbb', 'Group', 'F', 'Manee', '02055643151'],
    ],
  ],
])('refuses %s, with the number of rows', async (_name, rows) => {
  const answer = await upload(staff, await sheetOf(rows, []));
  expect(codeOf(answer)).toBe('sheetTwoTables');
  expect(answer.json<{ error: string }>().error).toContain('(rows: 2)');
});

it('takes a sign for "the same as above" for no value, in every column', async () => {
  const signs = ['〃', '"', '″', '-"-', 'ditto', 'ຄືກັນ', 'ຄືຂ້າງເທິງ', 'same as above', 'เหมือนกัน'];
  const fields = ['Village', 'Grade', 'Current school', 'Last name', 'Nickname', 'Note', 'Phone'];
  const read = await students.read(
    csv(
      `First name,Last name,Gender,Date of birth,Phone,Village,Grade,Current school,Nickname,Note`,
      ...signs.map((sign) => {
        const cell = `"${sign.replaceAll('"', '""')}"`;
        return `Aaa,${cell},f,05/03/2000,${Array(6).fill(cell).join(',')}`;
      }),
    ),
  );
  const { problems } = await students.check(read);
  const told = problems.filter(({ error }) => error.startsWith('This sign stands'));
  for (const at of signs.keys())
    expect(
      told
        .filter(({ row }) => row === at + 2)
        .map(({ label }) => label)
        .toSorted(),
    ).toEqual(fields.toSorted());
  const inLao = await students.check(read, { language: 'lo' });
  expect(inLao.problems.some(({ error }) => error.includes('ຄືຂ້າງເທິງ'))).toBe(true);
});

it('takes nicknames and phones out of names', async () => {
  await imported(
    csv(
      'ຊື່ ແລະ ນາມສະກຸນ,ເພດ,ວັນເກີດ,ເບີໂທ,ຜູ້ປົກຄອງ,ເບີໂທຜູ້ປົກຄອງ,ສາຍພົວພັນ',
      'Noy BESIDE (ນ້ອຍ),ຍິງ,05/03/2015,02055643101,Mr Keo Beside 02055643109,,ພໍ່',
      'ບີ "Bee" BESIDE2,ຍິງ,05/03/2015,02055643102,Keo (020 5564 3108) Beside,02055643108,ພໍ່',
    ),
  );
  expect(await student('BESIDE')).toMatchObject({ firstName: 'Noy', nickname: 'ນ້ອຍ' });
  expect(await student('BESIDE2')).toMatchObject({ firstName: 'ບີ', nickname: 'Bee' });
  const parents = await server.db
    .select()
    .from(parentTable)
    .where(eq(parentTable.lastName, 'Beside'));
  expect(parents.map(({ firstName, phone }) => `${firstName} ${phone}`).toSorted()).toEqual([
    'Keo +8562055643108',
    'Keo +8562055643109',
  ]);

  const names = await students.check(
    await students.read(
      csv(
        `First name,Last name,Gender,Date of birth,Phone,${GUARDIAN}`,
        'Dee (ດີ) 02055643110,Beside3,female,05/03/2000,,,,,',
        'Eee 02055643111,Beside3,female,05/03/2000,02055643112,,,,',
        'Fff,Beside3,female,05/03/2015,,Keo 12345,Beside,02055643113,father',
      ),
    ),
  );
  expect(names.problems.map(({ row, label, error }) => [row, label, error.slice(0, 18)])).toEqual([
    [3, 'First name', 'There is a number '],
    [4, 'Guardian 1 first name', 'There is a number '],
  ]);
});

it('knows the headings of names in one language, and asks for the currency of a price', async () => {
  const read = await products.read(
    csv('ລະຫັດ,ຊື່ (ອັງກິດ),ຊື່ (ລາວ),ໝວດ,ຫົວໜ່ວຍ,ລາຄາຂາຍ', 'HEAD-8,A,ກ,BOOK,ຫົວ,"฿1,500"'),
    { kind },
  );
  expect(read.matching).toEqual(['sku', 'nameEn', 'nameLo', 'category', 'unit', 'price']);
  expect((await products.check(read, { kind })).problems).toMatchObject([
    { error: 'This amount is in THB. Say so in the column of currencies' },
  ]);
  const people = await students.read(csv('ຊື່ (ລາວ),ຊື່ (ອັງກິດ),ນາມສະກຸນ (ອັງກິດ),ເພດ', 'ກ,A,B,F'));
  expect(people.matching).toEqual(['firstName', 'firstNameEn', 'lastNameEn', 'gender']);
});
