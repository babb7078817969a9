import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { can, roles, type Action, type Role } from '#contract/roles.ts';
import {
  addressOf,
  routeTable,
  ROUTES_FILE,
  withRoutes,
  type ServedRoute,
} from '#tests/helpers/routes.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';
import { addLike } from '#tests/helpers/two-branches.ts';

type GuardedRoute = ServedRoute & { action: Action };

let server: TestServer;
let routes: ServedRoute[];
const clients = new Map<Role, Client>();
beforeAll(async () => {
  ({ result: server, routes } = await withRoutes(() => startTestServer()));
  for (const role of roles) clients.set(role, await server.as(role));
});
afterAll(() => server.close());

const isGuarded = (route: ServedRoute): route is GuardedRoute => route.action !== undefined;

/** These would end or lock the session of the next request, and the stream of events never ends. */
const cannotBeCalled = ['/auth/logout', '/auth/lock', '/events'];

/** One route for each action; a reading one where there is one, because it changes nothing. */
function oneRoutePerAction(): GuardedRoute[] {
  const callable = routes.filter(
    (route): route is GuardedRoute => isGuarded(route) && !cannotBeCalled.includes(route.path),
  );
  const readingFirst = callable.toSorted(
    (one, other) => Number(one.method !== 'GET') - Number(other.method !== 'GET'),
  );
  return [...new Map(readingFirst.toReversed().map((route) => [route.action, route])).values()];
}

/** Everybody with `files:write` may upload a slip; a picture takes a further right. */
const queries: Record<string, string> = { '/files': '?for=slip' };

async function answerTo(client: Client, route: ServedRoute) {
  const address = addressOf(route.path) + (queries[route.path] ?? '');
  const answer = await client.send(route.method as 'GET', address);
  const status = answer.statusCode;
  return { status, code: status < 400 ? undefined : answer.json<{ code: string }>().code };
}

// A route that is added, opened to others or closed changes this file, where a reviewer sees it.
// `npx vitest run tests/server/access.test.ts -u` writes it anew.
it('serves exactly the routes of the table, each to the roles that it names', async () => {
  await expect(routeTable(routes)).toMatchFileSnapshot(path.resolve(ROUTES_FILE));
});

it('refuses every route that is not public without a session', async () => {
  const answers = await Promise.all(
    routes.filter(isGuarded).map(async (route) => ({
      route: `${route.method} ${route.path}`,
      ...(await answerTo(server.anybody, route)),
    })),
  );
  expect(answers.length).toBeGreaterThan(200);
  expect(
    answers.filter(({ status, code }) => status !== 401 || code !== 'unauthenticated'),
  ).toEqual([]);
});

it.each(roles)(
  'lets the role %s do what its actions allow and refuses all others',
  async (role) => {
    const client = clients.get(role) as Client;
    for (const route of oneRoutePerAction()) {
      const { status, code } = await answerTo(client, route);
      const told = `${route.method} ${route.path} (${route.action}) answered ${status} ${code ?? ''}`;
      if (can({ role }, route.action)) {
        expect([401, 403], told).not.toContain(status);
        expect(status, told).toBeLessThan(500);
      } else {
        expect([status, code], told).toEqual([403, 'forbidden']);
      }
    }
  },
);

it('does not start with a route that has no rule', async () => {
  const careless = await startTestServer({
    seed: 'empty',
    extraRoutes: (api) => void api.get('/forgotten', () => 'open'),
  });
  await expect(careless.app.ready()).rejects.toThrow(
    'Routes without an access rule: GET /api/forgotten',
  );
  await careless.database.close();
});

const [end, code, passkey] = [
  'POST /auth/logout',
  'POST /auth/second-factor',
  'POST /auth/second-factor/passkey',
];
const newPassword = 'POST /auth/users/change-password';
const ask = ['GET /auth/second-factor/passkey', 'POST /auth/passkeys/ask'];

type State = { session?: string; isTemporary?: true; role?: Role };
/** What a session in each state may call, whatever the rights of its person are. */
const ways: [refusal: string, state: State, open: string[]][] = [
  [
    'locked',
    { session: 'locked_at = now()' },
    ['GET /auth/draft-key', 'POST /auth/lock', 'POST /auth/unlock'],
  ],
  ['secondFactorNeeded', { session: `missing_half = 'code'` }, [...ask, code, passkey]],
  [
    'secondFactorNeeded',
    { session: `missing_half = 'setUp'` },
    [
      code,
      'POST /auth/second-factor/begin',
      'POST /auth/second-factor/confirm',
      passkey,
      newPassword,
    ],
  ],
  ['passwordChangeNeeded', { isTemporary: true }, [...ask, code, passkey, newPassword]],
  ['branchRightEnded', { session: 'branch_id = (select id from there)', role: 'staff' }, []],
];

// A sign-out is open to all of them; it would end the session of the next request.
it.each(ways)('answers %s to everything but the ways out (%j)', async (refusal, state, open) => {
  const { session = 'id = id', isTemporary = false, role = 'superadmin' } = state;
  const email = `${refusal}-${open.length}@branchdesk.test`.toLowerCase();
  await addLike(server.db, role, 'VTE', email);
  const client = await server.withSession(email);
  await server.db.execute(sql`
    with there as (select id from branches where code = 'LPB'),
      person as (update users set must_change_password = ${isTemporary} where email = ${email}
        returning id)
    update sessions set ${sql.raw(session)} where user_id = (select id from person)`);
  const passed: string[] = [];
  for (const route of routes.filter(isGuarded)) {
    const name = `${route.method} ${route.path}`;
    const answer = name === end ? undefined : await answerTo(client, route);
    if (answer && (answer.status !== 403 || answer.code !== refusal)) passed.push(name);
  }
  expect(passed.toSorted()).toEqual(open.toSorted());
  expect((await client.post('/auth/logout', {})).statusCode).toBe(200);
});
