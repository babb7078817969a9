import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { can, roles, type Action } from '#contract/roles.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';
import { apiRoutes, type ApiRoute } from '#tests/helpers/api-routes.ts';

let server: TestServer;
const clients = new Map<string, Client>();
beforeAll(async () => {
  server = await startTestServer();
  for (const role of roles) clients.set(role, await server.as(role));
});
afterAll(() => server.close());

const guarded = apiRoutes.filter(
  (route): route is ApiRoute & { action: Action } => route.action !== undefined,
);

it('knows every route the server has', async () => {
  const spec = (await server.anybody.get('/docs/json')).json<{ paths: Record<string, object> }>();
  const served = Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) =>
        `${method.toUpperCase()} ${path.replace('/api', '').replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  expect(served.sort()).toEqual(apiRoutes.map(({ method, path }) => `${method} ${path}`).sort());
});

describe.each(guarded)('$method $path', ({ method, path, query = '', action }) => {
  const url = path.replaceAll(/:\w+/g, '01890000-0000-7000-8000-000000000000') + query;

  it('needs a session', async () => {
    const answer = await server.anybody.send(method, url);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      401,
      'unauthenticated',
    ]);
  });

  it.each(roles.filter((role) => !can(role, action)))('refuses %s', async (role) => {
    const answer = await clients.get(role)?.send(method, url);
    expect([answer?.statusCode, answer?.json<{ code: string }>().code]).toEqual([403, 'forbidden']);
  });

  // Signing out would end the session the next test uses, and the events never end.
  it.each(
    roles.filter((role) => can(role, action) && path !== '/auth/logout' && path !== '/events'),
  )('lets %s in', async (role) => {
    const answer = await clients.get(role)?.send(method, url);
    expect([401, 403]).not.toContain(answer?.statusCode);
    expect(answer?.statusCode).toBeLessThan(500);
  });
});

it('does not start with a route that has no rule', async () => {
  const start = startTestServer({
    seed: 'empty',
    extraRoutes: (api) => void api.get('/forgotten', () => 'open'),
  });
  const careless = await start;
  await expect(careless.app.ready()).rejects.toThrow(
    'Routes without an access rule: GET /api/forgotten',
  );
  await careless.database.close();
});
