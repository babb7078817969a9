import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#scripts/built-server.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let port: number;
beforeAll(async () => {
  port = await freePort();
  server = await startTestServer({ config: { metricsPort: port } });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

it('counts requests by the pattern of their route and names nobody', async () => {
  const clerk = await server.as('staff');
  const student = crypto.randomUUID();
  await clerk.get(`/students/${student}`);
  await server.anybody.post('/auth/login', { email: 'nobody@example.com', password: 'wrong' });
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await answer.text();
  expect(text).toContain(
    'branchdesk_requests_total{method="GET",route="/api/students/:id",status="404"} 1',
  );
  expect(text).toContain(
    'branchdesk_requests_total{method="POST",route="/api/auth/login",status="401"} 1',
  );
  expect(text).toMatch(/branchdesk_database_connections\{state="idle"\} \d/);
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).not.toContain(student);
  expect(text).not.toContain('nobody@example.com');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
});
