import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { reportCards } from '#contract/classes/academic-sums.ts';
import { AS_OF_HEADER } from '#contract/reports/as-of.ts';
import { installedPostgres } from '#scripts/installed-postgres.ts';
import { startPrimary, startStandby, type Cluster } from '#scripts/postgres-cluster.ts';
import { openDatabase } from '#server/db/client.ts';
import { openReplica, type Replica } from '#server/db/replica.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';
import { withDatabase } from '#tests/helpers/database-template.ts';
import {
  emailOf,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// A cluster of its own, because a standby copies every database of its primary.
const programs = installedPostgres();
const NAME = 'branchdesk';
const MOST_LAG_MS = 3000;

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe.runIf(programs !== undefined)('a standby at DATABASE_REPLICA_URL', () => {
  const clusters: Cluster[] = [];
  const replicas: Replica[] = [];
  const said: (string | undefined)[] = [];
  let server: TestServer;
  let owner: Client;
  /** Somebody who has written nothing. */
  let other: Client;
  let primary: Cluster;
  let standby: Cluster;

  const open = (url: string) => {
    const replica = openReplica({
      url,
      primary: server.db,
      onChange: (unfit) => said.push(unfit),
      mostLagMs: MOST_LAG_MS,
      beatEveryMs: 200,
    });
    replicas.push(replica);
    return replica;
  };
  const start = async (settings: string[] = []) => {
    const creation = { programs: programs ?? '', settings: ['fsync=off', ...settings] };
    const cluster = await startPrimary(creation);
    clusters.push(cluster);
    return cluster;
  };

  beforeAll(async () => {
    primary = await start();
    await ask(primary.url, `create database ${NAME}`);
    const database = await openDatabase({ url: withDatabase(primary.url, NAME) }, () => {});
    await seedDemoCentre(database.db);
    standby = await startStandby(primary, 'standby', {
      programs: programs ?? '',
      settings: ['fsync=off'],
    });
    clusters.push(standby);
    const opened: Replica[] = [];
    server = await startTestServer({
      database,
      replica: { choose: async () => opened[0]?.choose(), close: async () => {} },
    });
    owner = await server.as('superadmin');
    other = await server.as('admin');
    opened.push(open(withDatabase(standby.url, NAME)));
    await vi.waitFor(async () => expect(await opened[0]?.choose()).toBeDefined(), 20_000);
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
    await server.close();
    for (const cluster of clusters.toReversed()) await cluster.stop();
  });

  const pause = () => ask(standby.url, 'select pg_wal_replay_pause()');
  const resume = () => ask(standby.url, 'select pg_wal_replay_resume()');
  const addStudent = async () => {
    const { branchId } = (await other.get('/auth/me')).json<{ branchId: string }>();
    const firstName = `Standby ${randomUUID().slice(0, 8)}`;
    const answer = await owner.post('/students', {
      firstName,
      lastName: 'Desk',
      gender: 'female',
      dateOfBirth: '1990-02-01',
      status: 'prospect',
      guardians: [],
      homeBranchId: branchId,
      phone: `020 57${String(Math.trunc(Math.random() * 1e6)).padStart(6, '0')}`,
    });
    expect(answer.statusCode).toBe(201);
    return firstName;
  };
  const exported = async (person = other) => {
    const answer = await person.get('/students/export?format=csv');
    return { text: answer.body, asOf: answer.headers[AS_OF_HEADER] as string | undefined };
  };

  /** The time that a list of the log says; there is no limit on how often it is read. */
  const timeSaid = async () => (await other.get('/audit-log')).headers[AS_OF_HEADER];

  it('answers reports, exports and the log of changes, each with its time', async () => {
    const [place] = await server.db
      .select({ classId: enrolmentTable.classId })
      .from(enrolmentTable)
      .innerJoin(userTable, eq(userTable.branchId, enrolmentTable.branchId))
      .where(and(eq(enrolmentTable.status, 'active'), eq(userTable.email, emailOf('admin'))))
      .limit(1);
    const reads = [
      `${reportCards.path}?classId=${place?.classId}`,
      '/reports/money?from=2026-01-01&to=2026-01-31',
      '/reports/pay/sheet?from=2026-01-01&to=2026-01-31',
      '/figures?from=2026-01-01&to=2026-01-31',
      '/journal?from=2026-01-01&to=2026-01-31',
      '/audit-log',
      '/audit-log/export?format=csv',
      '/students/export?format=csv',
      '/reports/money/export?from=2026-01-01&to=2026-01-31&format=csv',
    ];
    for (const path of reads) {
      await vi.waitFor(async () => expect(await timeSaid()).toBeDefined());
      const { statusCode, headers } = await other.get(path);
      expect([path, statusCode]).toEqual([path, 200]);
      const age = Date.now() - Date.parse(String(headers[AS_OF_HEADER]));
      expect([path, age < MOST_LAG_MS]).toEqual([path, true]);
    }
  });

  it('is never asked by lists, the desk and the overview', async () => {
    for (const path of ['/students', '/drawers', '/stock-levels', '/audit-log/people', '/overview'])
      expect((await owner.get(path)).headers).not.toHaveProperty(AS_OF_HEADER);
  });

  it('says a time before the write that it lacks, and is left once it lags too far', async () => {
    await pause();
    const before = Date.now();
    const name = await addStudent();
    const early = await exported();
    expect(early.text.includes(name)).toBe(false);
    expect(Date.parse(String(early.asOf))).toBeLessThanOrEqual(before);
    expect((await other.get(`/students?search=${name.slice(-8)}`)).body).toContain(name);
    // Whoever has written it is answered by the primary.
    const own = await exported(owner);
    expect([own.text.includes(name), own.asOf]).toEqual([true, undefined]);

    await vi.waitFor(async () => expect(await timeSaid()).toBeUndefined(), 10_000);
    expect((await exported()).text.includes(name)).toBe(true);
    expect(said.at(-1)).toBe('it lags behind');

    await resume();
    await vi.waitFor(async () => expect(await timeSaid()).toBeDefined(), 10_000);
    expect((await exported()).text.includes(name)).toBe(true);
    expect(said.at(-1)).toBeUndefined();
  });

  it('is not read if it is the copy of another database, or no standby', async () => {
    const stranger = open((await start()).url);
    expect(await stranger.choose()).toBeUndefined();
    expect(said.at(-1)).toBe('it is a copy of another database');
    expect(await open(withDatabase(primary.url, NAME)).choose()).toBeUndefined();
    expect(said.at(-1)).toBe('it is no standby');
    expect(await open(withDatabase(standby.url, 'postgres')).choose()).toBeUndefined();
  });

  it('is replaced by the primary while it is away', async () => {
    await standby.kill();
    const { asOf, text } = await exported();
    expect(asOf).toBeUndefined();
    expect(text.includes('Standby ')).toBe(true);
    expect((await owner.get('/audit-log')).statusCode).toBe(200);
  });
});
