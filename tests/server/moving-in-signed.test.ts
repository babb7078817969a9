import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApprovalAnswer } from '#contract/centre/approvals.ts';
import type { ApiErrorBody } from '#contract/errors.ts';
import type { Move } from '#contract/imports/moving-in.ts';
import { done } from '#tests/helpers/class-data.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { refusal } from '#tests/helpers/people.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { OWN_PASSWORD, staffPeople } from '#tests/helpers/staff-people.ts';
import {
  emailOf,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// A workbook is no way round the second superadmin: docs/roles.md, "Several branches".

const HEAD = 'Full name,Role,Branch,E-mail,Phone';
const ENDED = [409, 'approvalEnded'];
const NEEDED = [409, 'movedAccountsSignature'];

let server: TestServer;
let owner: Client;
let second: string;
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn(emailOf('superadmin'));
  const { account } = await staffPeople(server, owner).settled({ role: 'superadmin' });
  second = account.email;
});
afterAll(() => server.close());

const run = ({ _id }: Move, approvalToken: string | null = null) =>
  owner.post(`/moves/${_id}/run`, { approvalToken });
/** What the refusal of a run asks to be signed, signed by the second superadmin. */
const signed = async (move: Move, client = owner) => {
  const [act] = (await run(move)).json<ApiErrorBody>().rows ?? [];
  const words = { email: second, password: OWN_PASSWORD, act };
  return client.post('/auth/approvals', words);
};
const tokenFor = async (move: Move) => done<ApprovalAnswer>(await signed(move)).token;
const made = async () => {
  const { rows } = await server.db.execute<{ email: string }>(
    sql`select email from users where email like '%@moved.test' order by 1`,
  );
  return rows.map(({ email }) => email);
};

it('runs no file with a new admin or finance account until a second superadmin signs', async () => {
  const move = await steps.upload(
    csv(
      HEAD,
      'Noy One,staff,VTE,noy@moved.test,',
      'Kham Two,finance,VTE,kham@moved.test,',
      'Dao Three,admin,LPB,dao@moved.test,',
    ),
  );
  const refused = await run(move);
  expect(refusal(refused)).toEqual(NEEDED);
  const { error } = refused.json<ApiErrorBody>();
  expect(error).toContain('kham@moved.test (Finance), dao@moved.test (Admin).');
  expect(error).not.toContain('noy@moved.test');
  expect([(await steps.read(move._id)).state, await made()]).toEqual(['read', []]);

  const approvalToken = await tokenFor(move);
  expect((await run(move, approvalToken)).statusCode).toBe(200);
  await steps.ended(move._id);
  expect(await made()).toEqual(['dao@moved.test', 'kham@moved.test', 'noy@moved.test']);
  const { rows } = await server.db.execute<{ action: string; by: string; after: object }>(sql`
    select action, u.email as by, after from audit_log
    join users u on u.id::text = after ->> 'approvedById'
    where entity_id = ${move._id} or after ->> 'moveId' = ${move._id} order by audit_log.id`);
  const people = [
    { name: 'Kham Two', role: 'finance' },
    { name: 'Dao Three', role: 'admin' },
  ];
  // Both the signature and the run say who gets the rights, and by no e-mail or phone.
  expect(rows).toMatchObject([
    { action: 'approve', by: second, after: { count: 2, people } },
    { action: 'import', by: second, after: { people } },
  ]);
  expect(JSON.stringify(rows.map(({ after }) => after))).not.toContain('@');
  // All of them are in, so the rest of the file needs nobody.
  expect((await run(await steps.read(move._id))).statusCode).toBe(200);
  await steps.ended(move._id);
});

it('takes a signature for these accounts and this move alone, and from no admin for a file', async () => {
  const file = csv(
    HEAD,
    'Bua Four,finance,VTE,bua@moved.test,',
    'Phet Five,staff,VTE,phet@moved.test,',
  );
  const [move, other] = [await steps.upload(file), await steps.upload(file)];
  const token = await tokenFor(move);
  expect(refusal(await run(other, token))).toEqual(ENDED);
  const row = (await steps.rows(move, 'accounts')).find(({ values }) => values['role'] === 'staff');
  if (!row) throw new Error('No row of staff');
  await steps.mend(move, row, { field: 'role', value: 'admin' });
  expect(refusal(await run(move, token))).toEqual(ENDED);
  expect((await signed(move, await server.as('admin'))).statusCode).toBe(403);
  await steps.mend(move, row, { field: 'role', value: 'staff' });
  expect((await run(move, token)).statusCode).toBe(200);
  await steps.ended(move._id);
  expect(refusal(await run(other, token))).toEqual(ENDED);
});

it('asks for nobody where a file makes staff alone', async () => {
  const move = await steps.upload(csv(HEAD, 'Lar Six,staff,VTE,lar@moved.test,'));
  await steps.run(move);
  expect(await made()).toContain('lar@moved.test');
});
