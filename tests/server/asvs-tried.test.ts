import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { hashPassword } from '#server/lib/password.ts';
import { png } from '#tests/helpers/pictures.ts';
import { newStudent } from '#tests/helpers/people.ts';
import {
  emailOf,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// Rows of docs/security-asvs.md, tried from outside: bytes on a socket of the running server. The
// name of each test begins with the number of its row.

let server: TestServer;
let admin: Client;
let port: number;
const lines: string[] = [];
const OURS = 'https://pages.example.test';

beforeAll(async () => {
  server = await startTestServer({
    config: { clientOrigin: OURS },
    log: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
  });
  admin = await server.as('admin');
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(() => server.close());

type Sent = { method?: string; headers?: http.OutgoingHttpHeaders; body?: string | Buffer };

/** Sends exactly this path, which `fetch` would tidy. */
async function ask(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const request = http.request({ port, host: '127.0.0.1', agent: false, path, method, headers });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}
const bearer = ({ token }: Client) => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };
const key = () => ({ 'idempotency-key': crypto.randomUUID() });
const countOf = (table: string) =>
  server.db
    .execute<{ n: number }>(sql.raw(`select count(*)::int as n from ${table}`))
    .then(({ rows }) => rows[0]?.n);

describe('what every answer has', () => {
  const broken = { method: 'POST', headers: json, body: '{"email":' };
  it.each<[string, string, number, Sent]>([
    ['an answer', '/api/health', 200, {}],
    ['no session', '/api/students', 401, {}],
    ['no such route', '/api/nothing', 404, {}],
    ['a broken body', '/api/auth/login', 400, broken],
    ['a method that is not taken', '/api/health', 405, { method: 'DELETE' }],
    ['too large a body', '/api/auth/login', 413, { ...broken, body: 'x'.repeat(3_000_000) }],
  ])('3.4.3 3.4.4 3.4.6 14.2.2 headers: %s', async (_name, path, status, sent) => {
    const answer = await ask(path, sent);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-security-policy']).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    expect(answer.headers['server'] ?? answer.headers['x-powered-by']).toBeUndefined();
  });

  it('3.4.2 CORS: one origin, compared whole, and never with cookies', async () => {
    for (const origin of [
      'null',
      'https://evil.test',
      `${OURS}.evil.test`,
      OURS.replace('https', 'http'),
      `${OURS}:8443`,
      'https://evil.test/https://pages.example.test',
    ]) {
      const asked = { 'access-control-request-method': 'POST', origin };
      const answers = [
        await ask('/api/health', { headers: { origin } }),
        await ask('/api/auth/login', { method: 'OPTIONS', headers: asked }),
      ];
      for (const { headers } of answers)
        expect(headers['access-control-allow-origin'], origin).not.toBe(origin);
      expect(answers[0]?.headers['access-control-allow-origin']).not.toBe('*');
    }
    const { headers } = await ask('/api/health', { headers: { origin: OURS } });
    expect(headers['access-control-allow-origin']).toBe(OURS);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['vary']).toMatch(/origin/i);
  });

  it.each(['//evil.test/', '/\\evil.test', '/%2f%2fevil.test', '/auth/signin?next=//evil.test'])(
    '3.7.2 nothing redirects: %s',
    async (path) => {
      const answer = await ask(path);
      expect([Math.floor(answer.status / 100) === 3, answer.headers.location]).toEqual([
        false,
        undefined,
      ]);
    },
  );

  it.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/.git/config',
    '/.env',
    '/api/files/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/%00',
  ])('5.3.2 13.2.5 no path leads out of the pages: %s', async (path) => {
    const answer = await ask(path, { headers: bearer(admin) });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toMatch(/dependencies|repositoryformatversion/);
  });
});

describe('what is sent', () => {
  it('3.5.1 3.5.2 a form of another site changes nothing', async () => {
    const before = await countOf('students');
    const body = JSON.stringify(await newStudent(server));
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      for (const proof of [bearer(admin), { cookie: `token=${admin.token}` }]) {
        const headers = { 'content-type': type, ...key(), ...proof };
        const { status } = await ask('/api/students', { method: 'POST', headers, body });
        expect([400, 401, 415], type).toContain(status);
      }
    expect(await countOf('students')).toBe(before);
  });

  it('3.5.3 no header and no parameter turns a reading into a writing', async () => {
    const before = await countOf('students');
    for (const name of ['x-http-method-override', 'x-method-override', 'x-http-method'])
      await ask('/api/students?_method=POST', {
        headers: { ...bearer(admin), ...json, ...key(), [name]: 'POST' },
        body: JSON.stringify(await newStudent(server)),
      });
    expect(await countOf('students')).toBe(before);
  });

  it('15.3.3 15.3.6 fields that are not asked for are nobody’s', async () => {
    const given = {
      ...(await newStudent(server)),
      _id: '01900000-0000-7000-8000-000000000001',
      studentCode: 'ST-99-999999',
      archived: true,
      version: 77,
      createdAt: '2001-01-01T00:00:00Z',
      search: 'x',
      role: 'x',
    };
    const body = JSON.stringify(given).replace('{', '{"__proto__":{"archived":true},');
    const headers = { ...json, ...key(), ...bearer(admin) };
    const answer = await ask('/api/students', { method: 'POST', headers, body });
    // Refused or left out: nothing of it is written.
    const [row] = await server.db
      .select()
      .from(studentTable)
      .where(eq(studentTable.firstName, given.firstName));
    if (answer.status === 201)
      expect([row?.archived, row?.version, row?.search === 'x']).toEqual([false, 1, false]);
    else expect([answer.status, row]).toEqual([400, undefined]);
    expect(row?._id).not.toBe(given._id);
    expect(row?.studentCode).not.toBe(given.studentCode);
    expect(({} as { archived?: boolean }).archived).toBeUndefined();
  });

  it('15.3.7 a parameter that comes twice is refused or read as one', async () => {
    for (const query of ['page=1&page=2', 'search=a&search=b', 'branchId=x&branchId=y']) {
      const answer = await ask(`/api/students?${query}`, { headers: bearer(admin) });
      expect([200, 400], query).toContain(answer.status);
    }
  });

  it.each<[string, string, Buffer]>([
    [
      'SVG',
      'image/svg+xml',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ],
    ['SVG as PNG', 'image/png', Buffer.from('<svg onload="alert(1)"/>')],
    ['HTML as JPEG', 'image/jpeg', Buffer.from('<!doctype html><script>alert(1)</script>')],
    [
      'PHP behind the head of a PNG',
      'image/png',
      Buffer.concat([png.subarray(0, 8), Buffer.from('<?php')]),
    ],
    ['nothing', 'image/png', Buffer.alloc(0)],
  ])('1.3.4 5.2.2 a picture that is none is not kept: %s', async (_name, type, body) => {
    const before = await countOf('files');
    const headers = { 'content-type': type, ...key(), ...bearer(admin) };
    const answer = await ask('/api/files?for=photo', { method: 'POST', headers, body });
    expect([400, 413, 415]).toContain(answer.status);
    expect(await countOf('files')).toBe(before);
  });

  it('1.3.4 what follows the end of a picture is cut off, and the answer is only a picture', async () => {
    const body = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]);
    const headers = { 'content-type': 'image/png', ...key(), ...bearer(admin) };
    const answer = await ask('/api/files?for=photo', { method: 'POST', headers, body });
    const { _id } = JSON.parse(answer.body) as { _id: string };
    const back = await ask(`/api/files/${_id}`, { headers: bearer(admin) });
    expect(back.body).not.toContain('<script>');
    expect(back.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="${_id}.png"`,
    });
  });

  it('1.3.3 no cell is run as a formula', async () => {
    for (const [at, evil] of ['=1+1', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\n=1'].entries()) {
      const name = { firstName: `Cellname${at}`, note: evil };
      const made = await admin.post('/students', await newStudent(server, name));
      expect(made.statusCode, evil).toBe(201);
      const { body } = await ask(`/api/students/export?format=csv&search=${name.firstName}`, {
        headers: bearer(admin),
      });
      expect(body).toContain(`"'${made.json<{ note: string }>().note}`);
      expect(body).not.toMatch(/,"[=+\-@\t\r\n＝＋－＠]/);
    }
  });
});

describe('what is told', () => {
  it.each([
    ['/api/students/%00', ''],
    ['/api/students?search=%00', ''],
    ['/api/students?page=99999999999999999999', ''],
    ['/api/students?sort=password', ''],
    ['/api/students/01900000-0000-7000-8000-000000000001', ''],
    ['/api/auth/login', '{"email":"a\\u0000@b.test","password":"\\ud800"}'],
    ['/api/students', '{"firstName":"\\u0000","lastName":"\\ud800"}'],
  ])('16.5.1 an error tells nothing of the inside: %s', async (path, body) => {
    const headers = { ...bearer(admin), ...(body && { ...json, ...key() }) };
    const answer = await ask(path, { method: body ? 'POST' : 'GET', headers, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(
      Object.keys(JSON.parse(answer.body) as object)
        .toSorted()
        .join(),
    ).toMatch(/^code,error(,fields)?$/);
    expect(answer.body).not.toMatch(/select |postgres|drizzle|node_modules|\.ts:|at Object/i);
  });

  it('16.2.5 16.4.1 a line of the log has no secret in it, and nobody makes one up', async () => {
    const before = lines.length;
    const secret = 'not-the-password-of-anybody';
    await ask('/api/auth/login?password=in-the-address', {
      method: 'POST',
      headers: { ...json, ...bearer(admin), 'user-agent': 'x\t{"level":60,"msg":"made up"}' },
      body: JSON.stringify({ email: emailOf('staff'), password: secret }),
    });
    await ask('/api/students/a%0A%7B%22level%22:60,%22msg%22:%22made%20up%22%7D', {
      headers: bearer(admin),
    });
    const written = lines.slice(before);
    expect(written.length).toBeGreaterThanOrEqual(2);
    for (const line of written) {
      expect(line.trimEnd().split('\n')).toHaveLength(1);
      expect(JSON.parse(line)).not.toMatchObject({ msg: 'made up' });
    }
    for (const hidden of [secret, 'in-the-address', String(admin.token)])
      expect(written.join('')).not.toContain(hidden);
  });

  it('6.3.8 an unknown account answers the same words after about the same time', async () => {
    const took = async (email: string) => {
      await server.db.execute(sql`delete from sign_in_attempts`);
      const begun = performance.now();
      await server.anybody.post('/auth/login', { email, password: 'a wrong password' });
      return performance.now() - begun;
    };
    // The accounts of tests have cheap hashes.
    await server.db
      .update(userTable)
      .set({ passwordHash: await hashPassword(password) })
      .where(eq(userTable.email, emailOf('finance')));
    let [known, unknown] = [Infinity, Infinity];
    // Other work makes an answer slower, but never faster, so the shortest of each is compared.
    for (let round = 0; round < 5; round += 1) {
      known = Math.min(known, await took(emailOf('finance')));
      unknown = Math.min(unknown, await took('nobody@branchdesk.test'));
    }
    // A hash takes 200 ms and all else a few, so one that is left out is seen at once.
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
    await server.db.execute(sql`delete from sign_in_attempts`);
  });
});

describe('sessions', () => {
  const login = { email: emailOf('finance'), password };
  it('7.2.2 a sign-in takes no token that somebody brings', async () => {
    const fixed = 'A'.repeat(43);
    const answer = await ask('/api/auth/login', {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${fixed}`, cookie: `branchdesk-device=${fixed}` },
      body: JSON.stringify(login),
    });
    const { token } = JSON.parse(answer.body) as { token: string };
    expect(token).not.toBe(fixed);
    expect(String(answer.headers['set-cookie'])).not.toContain(fixed);
    expect(
      (await ask('/api/auth/me', { headers: { authorization: `Bearer ${fixed}` } })).status,
    ).toBe(401);
  });

  it('7.4.1 7.4.3 a sign-out and a new password end what they should', async () => {
    const [one, other] = [await server.signIn(login.email), await server.signIn(login.email)];
    const next = 'seven green boats in May';
    const changed = await one.post('/auth/users/change-password', {
      email: login.email,
      oldPassword: password,
      newPassword: next,
    });
    expect(changed.statusCode).toBe(200);
    expect((await other.get('/auth/me')).statusCode).toBe(401);
    expect((await one.get('/auth/me')).statusCode).toBe(200);
    await one.post('/auth/logout', {});
    expect((await one.get('/auth/me')).statusCode).toBe(401);
    expect((await server.anybody.post('/auth/login', login)).statusCode).toBe(401);
  });

  it('8.2.1 15.3.3 nobody raises themselves', async () => {
    const [account] = await server.db
      .select()
      .from(userTable)
      .where(eq(userTable.email, emailOf('admin')));
    const body = { ...account, role: 'superadmin', version: account?.version };
    const raised = await admin.put(`/staff-accounts/${account?._id}`, body);
    expect(raised.statusCode).toBeGreaterThanOrEqual(400);
    expect((await admin.get('/auth/me')).json()).toMatchObject({ role: 'admin' });
  });

  it('4.1.3 headers of a proxy count for nothing without one', async () => {
    for (let round = 0; round < 7; round += 1)
      await ask('/api/auth/login', {
        method: 'POST',
        headers: { ...json, 'x-forwarded-for': `10.0.0.${round}`, 'x-real-ip': `10.1.0.${round}` },
        body: JSON.stringify({ email: emailOf('staff'), password: 'wrong' }),
      });
    const { status, headers } = await ask('/api/auth/login', {
      method: 'POST',
      headers: { ...json, 'x-forwarded-for': '10.2.0.1', forwarded: 'for=10.3.0.1' },
      body: JSON.stringify({ email: emailOf('staff'), password: 'wrong' }),
    });
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  });
});
