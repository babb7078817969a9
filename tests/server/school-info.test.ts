import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { publicSchoolInfo, schoolInfo, type SchoolInfo } from '#contract/centre/school-info.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { secretBox } from '#server/lib/secret-box.ts';
import { Client, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.close());

it('is read whole by everybody who is signed in', async () => {
  const answer = await (await server.as('staff')).get('/school-info');
  expect(z.strictObject(schoolInfo.shape).parse(answer.json())).toMatchObject({
    centreNameLo: 'ສູນພາສາດອກຈຳປາ',
    version: 1,
  });
});

it('is changed by an admin, one version at a time', async () => {
  const { version, ...input } = (await admin.get('/school-info')).json<SchoolInfo>();
  const changed = await admin.put('/school-info', { ...input, version, taxNo: 'T-1' });
  expect(changed.json()).toMatchObject({ version: version + 1, taxNo: 'T-1' });
  const late = await admin.put('/school-info', { ...input, version, taxNo: 'T-2' });
  expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'versionConflict']);
  expect((await admin.get('/school-info')).json()).toMatchObject({ taxNo: 'T-1' });
});

it('refuses a logo that is not there and bad addresses', async () => {
  const { ...input } = (await admin.get('/school-info')).json<SchoolInfo>();
  const logoFileId = '01890000-0000-7000-8000-000000000000';
  expect((await admin.put('/school-info', { ...input, logoFileId })).json()).toMatchObject({
    fields: { logoFileId: 'The file was not found. Upload it again' },
  });
  expect(
    (await admin.put('/school-info', { ...input, web: 'javascript:alert(1)', email: 'x' })).json(),
  ).toMatchObject({
    fields: { web: 'Write it like https://example.com', email: 'Write it like name@example.com' },
  });
});

it('leaves to superadmins what guards the money and what shows who did something', async () => {
  const info = (await admin.get('/school-info')).json<SchoolInfo>();
  const changes = {
    rateFreePercent: 9,
    secondFactorFor: 'everybody',
    auditAddressMonths: 1,
    slipMonths: 1,
  };
  const refused = await admin.put('/school-info', { ...info, ...changes });
  const only = Object.keys(changes).map((field) => [field, 'Only a superadmin changes this']);
  expect(refused.json()).toMatchObject({ fields: Object.fromEntries(only) as object });
  const owner = await server.as('superadmin');
  const changed = await owner.put('/school-info', { ...info, slipMonths: 36 });
  expect(changed.json()).toMatchObject({ slipMonths: 36 });
});

it('asks nobody more for a second factor while the server cannot keep one', async () => {
  const owner = await server.as('superadmin');
  const info = (await owner.get('/school-info')).json<SchoolInfo>();
  const ask = (secondFactorFor: SchoolInfo['secondFactorFor'], by = owner) =>
    by.put('/school-info', { ...info, secondFactorFor });
  for (const rule of ['money', 'everybody'] as const) {
    const refused = await ask(rule);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      fields: { secondFactorFor: expect.stringContaining('SECRETS_KEY') as string },
    });
  }
  const secrets = secretBox(Buffer.alloc(32, 1));
  const sealing = await startTestServer({ database: server.database, secrets });
  const there = new Client(sealing.app, String(owner.token));
  const asked = (await ask('everybody', there)).json<SchoolInfo>();
  expect(asked).toMatchObject({ secondFactorFor: 'everybody' });
  const since = () =>
    server.db.select({ since: schoolInfoTable.secondFactorSince }).from(schoolInfoTable);
  const begun = await since();
  expect(begun).toEqual([{ since: expect.any(String) as string }]);
  // Asking fewer people stays possible, or a centre that lost its key could not help itself.
  const fewer = await owner.put('/school-info', { ...asked, secondFactorFor: 'money' });
  expect(fewer.json()).toMatchObject({ secondFactorFor: 'money' });
  // The days of those who are still asked go on.
  expect(await since()).toEqual(begun);
  const none = await owner.put('/school-info', {
    ...fewer.json<SchoolInfo>(),
    secondFactorFor: 'nobody',
  });
  expect(none.json()).toMatchObject({ secondFactorFor: 'nobody' });
  expect(await since()).toEqual([{ since: null }]);
  await sealing.app.close();
});

describe('without a session', () => {
  it('shows names in both languages and nothing more', async () => {
    const body = (await server.anybody.get('/school-info/public')).json<object>();
    expect(z.strictObject(publicSchoolInfo.shape).parse(body)).toMatchObject({
      centreNameEn: 'Dok Champa Language Centre',
      centreNameLo: 'ສູນພາສາດອກຈຳປາ',
    });
  });

  it('shows the logo, which may change under its address', async () => {
    const logo = await server.anybody.get('/school-info/logo');
    expect([logo.statusCode, logo.headers['content-type'], logo.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'no-cache',
    ]);
    const again = await server.anybody.get('/school-info/logo', {
      'if-none-match': String(logo.headers.etag),
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('has a name and no logo before the centre is set up', async () => {
    const empty = await startTestServer({ seed: 'empty' });
    expect((await empty.anybody.get('/school-info/public')).json()).toMatchObject({
      centreNameEn: 'BranchDesk',
      logoFileId: null,
    });
    expect((await empty.anybody.get('/school-info/logo')).statusCode).toBe(404);
    await empty.close();
  });
});
