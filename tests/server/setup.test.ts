import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import type { StepsDone } from '#contract/reports/overview.ts';
import { firstSteps, overviewParts } from '#contract/reports/overview-parts.ts';
import { newSetupCode } from '#server/setup/setup-code.ts';
import { bootstrapSuperadmin } from '#server/setup/setup.service.ts';
import { setupCodeTable } from '#server/db/tables/start/setup-codes.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import {
  Client,
  emailOf,
  emptyAllTables,
  startTestServer,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { roles } from '#contract/roles.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'empty' });
});
beforeEach(() => emptyAllTables(server.db));
afterAll(() => server.close());

const form = {
  centreNameEn: 'Phone Language Centre',
  centreNameLo: 'ສູນພາສາພອນ',
  branchName: 'Main',
  branchCode: 'one',
  provinceCode: '01',
  firstName: 'Bounmy',
  lastName: 'Keomany',
  email: 'Owner@Example.com',
  password: 'correct horse',
  demoData: false,
};
const setUp = (body: object) =>
  server.anybody.post('/setup', { ...form, ...body }, { 'idempotency-key': '' });
const state = async () => (await server.anybody.get('/setup')).json<object>();

describe('the first-run form', () => {
  it('creates the centre, its branch and its superadmin, and signs them in', async () => {
    expect(await state()).toEqual({ needed: true, demoAccounts: [], passkeyHost: 'localhost' });
    const answer = await setUp({ code: await newSetupCode(server.db) });
    expect(answer.statusCode).toBe(201);
    const { token, user } = answer.json<LoginAnswer>();
    expect(user).toMatchObject({
      email: 'owner@example.com',
      role: 'superadmin',
      firstName: 'Bounmy',
    });
    const owner = new Client(server.app, token);
    expect((await owner.get(`/branches/${user.branchId}`)).json()).toMatchObject({
      code: 'ONE',
      phone: '',
      active: true,
    });
    expect((await owner.get('/school-info')).json()).toMatchObject({
      centreNameLo: 'ສູນພາສາພອນ',
      phone: '',
    });
    expect((await owner.get('/exchange-rates')).json()).toEqual([]);
    expect(await state()).toEqual({ needed: false, demoAccounts: [], passkeyHost: 'localhost' });
  });

  it('leaves the first steps to do, of which each is done once there is one that can be used', async () => {
    const { token } = (await setUp({ code: await newSetupCode(server.db) })).json<LoginAnswer>();
    const owner = new Client(server.app, token);
    const open = async () =>
      Object.entries((await owner.get(overviewParts.steps)).json<StepsDone>()).flatMap(
        ([step, isDone]) => (isDone ? [] : step),
      );
    expect(await open()).toEqual(firstSteps);
    const info = (await owner.get('/school-info')).json<object>();
    expect(
      (
        await owner.put('/school-info', {
          ...info,
          phone: '020 5555 0101',
          address: 'Ban Phonsavan',
        })
      ).statusCode,
    ).toBe(200);
    const term = {
      name: 'Term 1',
      code: 'T1',
      academicYear: '2026',
      startDate: '2026-01-05',
      endDate: '2026-04-05',
    };
    const { _id, version } = (await owner.post('/academic-terms', term)).json<AcademicTerm>();
    // Nobody can enrol for a term that is a draft.
    expect(await open()).toEqual(firstSteps.filter((step) => step !== 'centre'));
    expect(
      (await owner.post(`/academic-terms/${_id}/status`, { version, status: 'open' })).statusCode,
    ).toBe(200);
    expect(await open()).toEqual(firstSteps.filter((step) => step !== 'centre' && step !== 'term'));
  });

  it('takes the code as people read it out, from any running process', async () => {
    const code = await newSetupCode(server.db);
    await newSetupCode(server.db);
    expect((await setUp({ code: ` ${code.toLowerCase().replaceAll('-', ' ')} ` })).statusCode).toBe(
      201,
    );
  });

  it('keeps only a hash of the code, and none once it was used', async () => {
    const code = await newSetupCode(server.db);
    expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    expect(JSON.stringify(await server.db.select().from(setupCodeTable))).not.toContain(
      code.replaceAll('-', ''),
    );
    await setUp({ code });
    expect(await server.db.$count(setupCodeTable)).toBe(0);
  });

  it('refuses a wrong code beside its field, and makes guessing wait', async () => {
    await newSetupCode(server.db);
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(await setUp({ code: 'AAAA-AAAA-AAAA' }));
    expect(answers[0]?.json()).toMatchObject({
      fields: { code: 'This is not the code shown on the server' },
    });
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400, 429]);
    expect(await server.db.$count(userTable)).toBe(0);
  });

  it('refuses a password that somebody would guess soon, and keeps the code', async () => {
    const code = await newSetupCode(server.db);
    for (let n = 0; n < 7; n += 1)
      expect((await setUp({ code, password: 'password2026' })).json()).toMatchObject({
        fields: { password: expect.stringMatching(/^This password is on a list/) as string },
      });
    expect((await setUp({ code })).statusCode).toBe(201);
  });

  it('lets one of many at once win', async () => {
    const code = await newSetupCode(server.db);
    const answers = await Promise.all(Array.from({ length: 4 }, () => setUp({ code })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
    expect(await server.db.$count(userTable)).toBe(1);
  });

  it('is over once there is an account', async () => {
    const code = await newSetupCode(server.db);
    await setUp({ code });
    const late = await setUp({ code });
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'alreadySetUp']);
  });

  it('fills the centre with demo branches and rates, but no demo account', async () => {
    const answer = await setUp({
      code: await newSetupCode(server.db),
      demoData: true,
      branchCode: 'VTE',
    });
    const owner = new Client(server.app, answer.json<LoginAnswer>().token);
    const branches = (await owner.get('/branches?sort=code')).json<{ code: string }[]>();
    expect(branches.map(({ code }) => code)).toEqual(['LPB', 'PKS', 'VTE']);
    expect((await owner.get('/exchange-rates')).json()).toHaveLength(3);
    expect(await server.db.$count(userTable)).toBe(1);
  });
});

describe('BOOTSTRAP_EMAIL and BOOTSTRAP_PASSWORD', () => {
  const account = { email: 'owner@example.com', password: 'correct horse' };

  it('create a superadmin who can work at once', async () => {
    await bootstrapSuperadmin(server.db, account);
    const owner = await server.signIn(account.email, account.password);
    expect((await owner.get('/auth/me')).json()).toMatchObject({ role: 'superadmin' });
    expect((await owner.get('/branches')).json()).toMatchObject([
      { branchName: 'Main branch', code: 'MAIN', provinceCode: '01' },
    ]);
    expect((await owner.get('/school-info')).json()).toMatchObject({ centreNameEn: 'BranchDesk' });
  });

  it('are refused with a sentence when somebody would guess the password soon', async () => {
    const weak = bootstrapSuperadmin(server.db, { ...account, password: 'password2026' });
    await expect(weak).rejects.toThrow(/^BOOTSTRAP_PASSWORD: This password is on a list/);
    expect(await server.db.$count(userTable)).toBe(0);
  });

  it('do nothing once there is an account', async () => {
    await bootstrapSuperadmin(server.db, account);
    await bootstrapSuperadmin(server.db, { ...account, password: 'another password' });
    expect((await server.signIn(account.email, account.password)).token).toBeDefined();
  });
});

it('the demo centre lists an account of every role, and each signs in', async () => {
  const demo = await startTestServer({ config: { demo: true } });
  const { demoAccounts } = (await demo.anybody.get('/setup')).json<{
    demoAccounts: { email: string; password: string; role: string }[];
  }>();
  expect(demoAccounts.map(({ email }) => email)).toEqual(roles.map(emailOf));
  for (const { email, password, role } of demoAccounts) {
    expect(password).toBe('branchdesk-demo');
    expect((await (await demo.signIn(email, password)).get('/auth/me')).json()).toMatchObject({
      role,
    });
  }
  await demo.close();
});
