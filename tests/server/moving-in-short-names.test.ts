import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Move, MovingRow } from '#contract/imports/moving-in.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { workbookOf } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

const head = [
  'Student code',
  'Full name',
  'Gender',
  'Home branch',
  'Guardian 1',
  'Guardian 1 relation',
  'Guardian 1 phone',
];
const child = (code: string, who: string, phone: string, relation = 'mother') => [
  code,
  `${code} Vongsa`,
  'F',
  'VTE',
  who,
  relation,
  phone,
];
/** One sheet of students, or two. */
const upload = async (...sheets: string[][][]) =>
  steps.upload(
    await workbookOf(
      ...sheets.map((rows, at) => ({
        name: ['Students', 'ນັກຮຽນ'][at] ?? '',
        rows: [head, ...rows],
      })),
    ),
  );
const states = async ({ _id, sheets }: Move) => {
  const pages = await Promise.all(
    sheets.map((sheet) => owner.get(`/moves/${_id}/rows?sheetId=${sheet._id}`)),
  );
  return pages.flatMap((page) =>
    page
      .json<{ rows: MovingRow[] }>()
      .rows.map(({ state, problems }) => [state, ...problems.map(({ field }) => field)].join(' ')),
  );
};
const answer = (move: Move, shortNames: 'one' | 'several') =>
  steps.change(move, 'students', { answers: { shortNames } });
/** The guardians of a phone with the codes of their children. */
const families = async (phone: string) => {
  const { rows } = await server.db.execute<{ family: string }>(sql`
    select trim(concat(parent.first_name, ' ', parent.last_name)) || ': ' ||
      string_agg(student.student_code, ' ' order by student.student_code) as family
    from parents parent join guardians link on link.parent_id = parent.id
    join students student on student.id = link.student_id
    where parent.phone = ${phone} group by parent.id order by 1`);
  return rows.map(({ family }) => family);
};
const asked = 'problem guardian1FirstName';

it('asks once for the file about one phone with a shorter name or none, over all sheets', async () => {
  const phone = '020 5551 4401';
  const file = [
    [child('SN-1', 'ບຸນມີ', phone), child('SN-2', 'ຄຳຫຼ້າ ວົງສາ', '020 5551 4402')],
    [child('SN-3', 'ບຸນມີ ວົງສາ', phone), child('SN-4', '', phone)],
  ];
  const move = await upload(...file);
  expect(await states(move)).toEqual([asked, 'ready', 'ready', asked]);
  const question = { about: 'shortNames', settled: false, rows: 1 };
  expect(move.sheets.map(({ questions }) => questions)).toMatchObject([
    [{ ...question, row: 2, text: 'ບຸນມີ / ບຸນມີ ວົງສາ' }],
    [{ ...question, row: 3, text: `${phone} / ບຸນມີ ວົງສາ` }],
  ]);
  const told = await answer(move, 'one');
  expect(told.counts).toMatchObject({ ready: 4, problem: 0 });
  expect(told.sheets.map(({ questions }) => questions[0]?.settled)).toEqual([true, true]);
  await steps.run(told);
  expect(await families('+8562055514401')).toEqual(['ບຸນມີ ວົງສາ: SN-1 SN-3 SN-4']);
  // The children are there with their guardian, so the same file asks nothing.
  const again = await upload(...file);
  expect(again).toMatchObject({
    counts: { same: 4 },
    sheets: [{ questions: [] }, { questions: [] }],
  });
});

it('keeps them apart when they are different people, and finds each again', async () => {
  const phone = '020 5551 4411';
  const move = await upload([child('SP-1', 'Noy K.', phone), child('SP-2', 'Noy Keola', phone)]);
  expect(await states(move)).toEqual([asked, 'ready']);
  await steps.run(await answer(move, 'several'));
  expect(await families('+8562055514411')).toEqual(['Noy K.: SP-1', 'Noy Keola: SP-2']);
  const later = await upload([child('SP-3', 'Noy K.', phone), child('SP-4', 'Noy Keola', phone)]);
  expect(later.counts).toMatchObject({ ready: 2, problem: 0 });
});

it('asks about a guardian who is there under a longer or a shorter name', async () => {
  const [long, short] = ['020 5551 4421', '020 5551 4422'];
  await steps.run(
    await upload([child('SR-1', 'Bounmy Sayavong', long), child('SR-2', 'Mina', short)]),
  );
  const move = await upload([child('SR-3', 'Bounmy', long), child('SR-4', 'Mina Keola', short)]);
  expect(await states(move)).toEqual([asked, asked]);
  expect(move.sheets[0]?.questions).toMatchObject([{ about: 'shortNames', rows: 2 }]);
  await steps.run(await answer(move, 'one'));
  expect(await families('+8562055514421')).toEqual(['Bounmy Sayavong: SR-1 SR-3']);
  expect(await families('+8562055514422')).toEqual(['Mina: SR-2 SR-4']);
});

it('asks nothing about a name that fits several, another parent, or what somebody typed', async () => {
  const [phone, other] = ['020 5551 4431', '020 5551 4432'];
  const several = ['Kham', 'Kham Sone', 'Kham Keo'].map((who, at) => child(`SQ-${at}`, who, phone));
  const parents = [child('SQ-3', 'Noy', other, 'father'), child('SQ-4', 'Noy Sone', other)];
  const typed = [
    child('SQ-5', 'Somsak Keo', '020 5551 4433'),
    child('SQ-6', 'Somsy', '020 5551 4433'),
  ];
  const move = await upload([...several, ...parents, ...typed]);
  expect(move).toMatchObject({ counts: { ready: 7 }, sheets: [{ questions: [] }] });
  const last = (await steps.rows(move, 'students')).at(-1);
  if (!last) throw new Error('No row');
  const named = await steps.mend(move, last, { field: 'guardian1FirstName', value: 'Somsak' });
  expect(named.counts).toMatchObject({ ready: 7 });
});

it('compares names behind a word of relation or a title, and keeps the relation of the word', async () => {
  const [one, other] = ['020 5551 4441', '020 5551 4442'];
  const move = await upload([
    child('SW-1', 'ບຸນມີ ວົງສາ', one),
    child('SW-2', 'ແມ່ ນາງ ບຸນມີ', one, ''),
    child('SW-3', 'ອາ ນາງ ສົມດີ', other, ''),
    child('SW-4', 'ສົມດີ ແກ້ວ', other, 'Aunt or uncle'),
    // A father of the same phone and name is never the mother.
    child('SW-5', 'ພໍ່ ບຸນມີ', one, ''),
  ]);
  expect(await states(move)).toEqual([
    'ready',
    `${asked} guardian1Relation`,
    asked,
    'ready',
    'problem guardian1Relation',
  ]);
  const told = await answer(move, 'one');
  expect(await states(told)).toEqual([
    'ready',
    'ready',
    'ready',
    'ready',
    'problem guardian1Relation',
  ]);
  await steps.run(told);
  expect(await families('+8562055514441')).toEqual(['ບຸນມີ ວົງສາ: SW-1 SW-2']);
  expect(await families('+8562055514442')).toEqual(['ສົມດີ ແກ້ວ: SW-3 SW-4']);
  const { rows } = await server.db.execute(sql`
    select student_code as code, relation from guardians
    join students on students.id = student_id where student_code in ('SW-2', 'SW-3') order by 1`);
  expect(rows).toEqual([
    { code: 'SW-2', relation: 'mother' },
    { code: 'SW-3', relation: 'auntUncle' },
  ]);
});

it('asks about a parent who is called by the child alone', async () => {
  const [one, other] = ['020 5551 4451', '020 5551 4452'];
  const move = await upload([
    child('SC1', 'mother of Noy', one),
    child('SC2', 'Bounmy Keola', one),
    child('SC3', 'ແມ່ SC3', other),
    child('SC4', 'ແມ່ SC4', other),
  ]);
  expect(await states(move)).toEqual([asked, 'ready', 'ready', asked]);
  await steps.run(await answer(move, 'one'));
  expect(await families('+8562055514451')).toEqual(['Bounmy Keola: SC1 SC2']);
  expect(await families('+8562055514452')).toEqual(['ແມ່ SC3: SC3 SC4']);
});

it('takes the title off the name of a third guardian', async () => {
  const phone = '020 5551 4461';
  const third = ['Guardian 3', 'Guardian 3 relation', 'Guardian 3 phone'];
  const move = await steps.upload(
    await workbookOf({
      name: 'Students',
      rows: [
        [...head, ...third],
        [...child('ST-1', 'Somsak Keo', '020 5551 4462'), 'Mrs Kham Keo', 'other', phone],
        [...child('ST-2', 'Kham Keo', phone, 'other'), '', '', ''],
      ],
    }),
  );
  expect(move.counts).toMatchObject({ ready: 2 });
  await steps.run(move);
  expect(await families('+8562055514461')).toEqual(['Kham Keo: ST-1 ST-2']);
});
