import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountRight, PermissionSet } from '#contract/rights/permission-sets.ts';
import { importCellWordTable } from '#server/db/tables/desk/moving-in.table.ts';
import { codeOf, HEAD, listSteps, upload } from '#tests/helpers/list-steps.ts';
import { csv, workbookOf } from '#tests/helpers/sheet-files.ts';
import {
  emailOf,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { accountOf } from '#tests/helpers/two-branches.ts';

let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.as('staff');
});
afterAll(() => server.close());

const { read, check, mend, run } = listSteps(() => staff);
const adult = (name: string, phone: string, gender = 'f') =>
  `${name},ຄົນດຽວ,${gender},01/01/1990,${phone},,,,`;

describe('what a list must not lose or teach', () => {
  it('takes no column of a guardian whom it would drop', async () => {
    const more = ',Guardian 3 first name,Guardian 3 phone,Guardian 1 second phone';
    const file = await read(
      csv(`${HEAD}${more}`, `${adult('ສາມ', '020 5553 7001')},ປ້າ,020 5553 7002,020 5553 7003`),
    );
    expect(file.matching.slice(-3)).toEqual([null, null, null]);
    expect(file.sheet.notTaken).toHaveLength(3);
    const offered = file.fields.map(({ name }) => name);
    expect(offered.filter((name) => /^guardian([3-6]|\dPhone2)/.test(name))).toEqual([]);
  });

  it('counts the rows of all sheets of a file', async () => {
    const sheet = (name: string, from: number) => ({
      name,
      rows: [
        ['First name', 'Last name'],
        ...Array.from({ length: 5001 }, (_one, at) => [`N${from + at}`]),
      ],
    });
    const answer = await upload(staff, await workbookOf(sheet('A', 0), sheet('B', 6000)));
    expect(codeOf(answer)).toBe('sheetTooManyRows');
  });

  it('teaches no other meaning of a word that is understood', async () => {
    const file = await read(
      csv(HEAD, adult('ຄຳ1', '020 5553 7011'), adult('ຄຳ2', '020 5553 7012', 'robot')),
    );
    const { all } = await check(file);
    const [good, bad] = all;
    if (!good || !bad) throw new Error('No rows');
    await mend(file, good, { field: 'gender', value: 'm', forAll: true });
    expect(await server.db.$count(importCellWordTable)).toBe(0);
    await mend(file, bad, { field: 'gender', value: 'm', forAll: true });
    expect(await server.db.$count(importCellWordTable)).toBe(1);
  });
});

describe('a run that an error breaks off', () => {
  it('is stopped, keeps nobody from importing, and goes on', async () => {
    const file = await read(csv(HEAD, adult('ຢຸດ', '020 5553 7021')));
    await server.db.execute(
      sql.raw(`create function refuse_rows() returns trigger language plpgsql
      as $$ begin raise exception 'no'; end $$`),
    );
    await server.db.execute(
      sql.raw(`create trigger refuse_rows before update on move_rows
      for each row when (new.state = 'in') execute function refuse_rows()`),
    );
    const broken = await run(file);
    expect(broken.move).toMatchObject({ state: 'stopped', counts: { in: 0, ready: 1 } });
    await server.db.execute(sql`drop trigger refuse_rows on move_rows`);
    expect((await run(await read(csv(HEAD, adult('ອື່ນ', '020 5553 7022'))))).added).toBe(1);
    expect((await run(file)).added).toBe(1);
  });
});

describe('the cost of a product', () => {
  it('is not told by an import to somebody who may not see it', async () => {
    const [owner, admin] = await Promise.all([server.as('superadmin'), server.as('admin')]);
    const { _id } = await accountOf(server.db, emailOf('admin'));
    const [right] = (await owner.get(`/staff-accounts/${_id}/rights`)).json<AccountRight[]>();
    const set = await owner.post('/permission-sets', {
      name: 'No cost',
      role: 'admin',
      adds: [],
      removes: ['products:cost'],
    });
    const carry = async (permissionSetId: string | null) =>
      owner.put(`/account-grants/${right?._id}/permission-set`, { permissionSetId });
    const before = async () => {
      const of = { client: admin, kind: 'products' } as const;
      const { all } = await check(await read(csv('SKU,Cost', 'BOOK-008,1'), of), of);
      return all[0]?.changes.map((change) => change.before);
    };
    expect(await before()).toEqual([expect.stringContaining('THB')]);
    expect((await carry(set.json<PermissionSet>()._id)).statusCode).toBe(200);
    expect(await before()).toEqual(['']);
    await carry(null);
  });
});
