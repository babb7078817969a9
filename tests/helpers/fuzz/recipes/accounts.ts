import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { secretBox } from '#server/lib/secret-box.ts';
import { newRescueCode } from '#server/setup/rescue.service.ts';
import { newSetupCode } from '#server/setup/setup-code.ts';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import { codeOfApp } from '#e2e/authenticator.ts';
import { done } from '#tests/helpers/class-data.ts';
import { grant } from '#tests/helpers/two-branches.ts';
import { Client, emailOf, password, startTestServer } from '#tests/helpers/test-server.ts';
import type { Recipes, Stage } from '#tests/helpers/fuzz/stage.ts';

const newPassword = 'a garden behind the temple';
/** The box that second factors are sealed with; the server of the fuzz has it. */
export const fuzzSecrets = secretBox(Buffer.alloc(32, 1));

/** An account whose second factor waits for its first code. */
async function withSecret(stage: Stage) {
  const spare = await stage.spare('staff');
  const { secret } = done<{ secret: string }>(
    await spare.client.post('/auth/second-factor/begin', { password }),
  );
  return { ...spare, secret };
}

/** An account with a second factor. */
export async function withFactor(stage: Stage) {
  const spare = await withSecret(stage);
  done(
    await spare.client.post('/auth/second-factor/confirm', { code: codeOfApp(spare.secret, -1) }),
  );
  return spare;
}

/** A set that nobody carries; a centre has few sets, so older ones go first. */
async function newSet(stage: Stage): Promise<string> {
  await stage.db.execute(sql`delete from permission_sets old where not exists (
    select from account_grants where permission_set_id = old.id)`);
  const set = { role: 'staff', adds: ['figures:read'], removes: [] };
  const name = `Set ${stage.number()}`;
  return (await stage.added('/permission-sets', { ...set, name }))._id;
}

export const accountRecipes: Recipes = {
  'POST /permission-sets': (stage) => ({ body: { name: `Set ${stage.number()}` } }),
  'PUT /permission-sets/:id': async (stage) => ({ path: { id: await newSet(stage) } }),
  'POST /permission-sets/:id/remove': async (stage) => ({ path: { id: await newSet(stage) } }),
  'PUT /account-grants/:id/permission-set': async (stage) => {
    const { email } = await stage.spare('staff');
    const id = await grant(stage.db, email, 'LPB', 'staff');
    return { path: { id }, body: { permissionSetId: await newSet(stage) }, isWhole: true };
  },
  'POST /auth/login': ({ server }) => ({
    client: server.anybody,
    body: { email: emailOf('staff'), password },
  }),
  'POST /auth/change-person': async (stage) => {
    const [from, to] = [await stage.spare('staff'), await stage.spare('staff')];
    return { client: from.client, body: { userId: to._id, password } };
  },
  'POST /auth/unlock': async (stage) => {
    const { client } = await stage.spare('staff');
    await client.post('/auth/lock', {});
    return { client, body: { password } };
  },
  'POST /auth/users/change-password': async (stage) => {
    const { client, email } = await stage.spare('staff');
    return { client, body: { email, oldPassword: password, newPassword } };
  },
  'POST /auth/branch': async (stage) => {
    const { client, email } = await stage.spare('staff');
    await grant(stage.db, email, 'LPB', 'staff');
    return { client, body: { branchId: stage.lpb } };
  },
  'POST /auth/second-factor/begin': async (stage) => ({
    client: (await stage.spare('staff')).client,
    body: { password },
  }),
  'POST /auth/second-factor/confirm': async (stage) => {
    const { client, secret } = await withSecret(stage);
    return { client, body: { code: codeOfApp(secret) } };
  },
  'POST /auth/second-factor': async (stage) => {
    const { email, secret } = await withFactor(stage);
    const answer = await stage.server.anybody.post('/auth/login', { email, password });
    const { token } = done<LoginAnswer>(answer);
    return { client: new Client(stage.server.app, token), body: { code: codeOfApp(secret) } };
  },
  'POST /auth/second-factor/recovery-codes': async (stage) => {
    const { client, secret } = await withFactor(stage);
    return { client, body: { password, code: codeOfApp(secret) } };
  },
  'POST /auth/second-factor/remove': async (stage) => {
    const { client, secret } = await withFactor(stage);
    return { client, body: { password, code: codeOfApp(secret) } };
  },
  'POST /auth/sessions/:id/end': async (stage) => {
    const { _id, email } = await stage.spare('staff');
    const id = await stage.one(`select id from sessions where user_id = '${_id}'
      order by created_at limit 1`);
    return { path: { id }, client: await stage.server.signIn(email) };
  },
  'POST /auth/sessions/end-others': async (stage) => ({
    client: (await stage.spare('staff')).client,
  }),
  'POST /auth/lock': async (stage) => ({ client: (await stage.spare('staff')).client }),
  'POST /auth/logout': async (stage) => ({ client: (await stage.spare('staff')).client }),
  'POST /auth/approvals': (stage) => ({
    client: stage.clerk,
    body: { email: emailOf('admin'), password },
  }),
  'POST /setup': async (stage) => {
    const server = await startTestServer({ seed: 'empty' });
    stage.closeLater(server);
    return {
      client: server.anybody,
      body: { code: await newSetupCode(server.db) },
    };
  },
  'POST /auth/rescue': async (stage) => {
    const { email } = await stage.spare('superadmin');
    const code = await newRescueCode(stage.db, email);
    return { client: stage.server.anybody, body: { code, newPassword } };
  },
  'POST /idempotency-keys/:id/settle': async (stage) => {
    const id = randomUUID();
    const room = { branchId: stage.vte, name: `Room ${id}`, capacity: 3 };
    await stage.owner.post('/rooms', room, { 'idempotency-key': id });
    return { path: { id }, client: stage.owner };
  },
  'POST /staff-accounts': (stage) => ({
    body: { email: `person${stage.number()}@example.com`, role: 'staff' },
  }),
  'PUT /staff-accounts/:id': async (stage) => ({
    path: { id: (await stage.spare('staff'))._id },
  }),
  'POST /staff-accounts/:id/temporary-password': async (stage) => ({
    path: { id: (await stage.spare('staff'))._id },
  }),
  'POST /staff-accounts/:id/sign-out': async (stage) => ({
    path: { id: (await stage.spare('staff'))._id },
  }),
  'POST /staff-accounts/:id/remove-second-factor': async (stage) => ({
    path: { id: (await withFactor(stage))._id },
  }),
  'GET /staff-accounts/find': () => ({ query: { email: emailOf('staff') } }),
  'POST /account-grants': async (stage) => ({
    body: { email: (await stage.spare('staff')).email, branchId: stage.lpb, role: 'staff' },
  }),
  'POST /account-grants/:id/take': async (stage) => ({
    path: { id: await grant(stage.db, (await stage.spare('staff')).email, 'LPB', 'staff') },
  }),
  'POST /alerts/:id/close': async (stage) => ({
    path: {
      id: await stage.one(`insert into alerts (id, kind, branch_id)
        values (gen_random_uuid(), 'clockWrong', '${stage.vte}') returning id`),
    },
  }),
  'PUT /whats-new': () => ({ body: { id: 'what-is-new' } }),
  'PUT /saved-views': () => ({ body: { screen: 'students', views: [] } }),
};
