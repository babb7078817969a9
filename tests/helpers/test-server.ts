import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { FastifyServerOptions, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Role } from '#contract/roles.ts';
import { buildApp } from '#server/app.ts';
import { readConfig, type Config } from '#server/lib/config.ts';
import type { Database, Db } from '#server/db/client.ts';
import type { Replica } from '#server/db/replica.ts';
import * as schema from '#server/db/schema.ts';
import { demoAccounts } from '#server/seed/demo-accounts.ts';
import type { ConnectionLimits } from '#server/http/connections.ts';
import type { Api } from '#server/lib/api.ts';
import type { FileStore } from '#server/lib/file-store.ts';
import type { SecretBox } from '#server/lib/secret-box.ts';
import { newToken, sha256 } from '#server/lib/tokens.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { idleLimit } from '#server/lib/current-user.ts';
import type { Seed } from './database-template.ts';
import { openTestDatabase } from './test-database.ts';

export type Answer = LightMyRequestResponse;
type Options = Omit<InjectOptions, 'method' | 'url'>;

/** Asks the server in process; a write gets a new Idempotency-Key unless it brings one. */
export class Client {
  readonly token: string | undefined;
  readonly #app: Api;

  constructor(app: Api, token?: string) {
    this.#app = app;
    this.token = token;
  }

  send(
    method: NonNullable<InjectOptions['method']>,
    path: string,
    options: Options = {},
  ): Promise<Answer> {
    const authorization = this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
    const key = method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
    return this.#app.inject({
      ...options,
      method,
      url: `/api${path}`,
      headers: { ...authorization, ...key, ...options.headers },
    });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, { headers });
  }

  post(path: string, payload: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, { payload, headers });
  }

  put(path: string, payload: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('PUT', path, { payload, headers });
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

export const password: string = demoAccounts[0].password;
export const emailOf = (role: Role) => `${role}@branchdesk.test`;

type ServerOptions = {
  /** `demo` has the demo centre in it, whose accounts the clients below sign in with. */
  seed?: Seed;
  /** Instead of a new one. */
  database?: Database;
  config?: Partial<Config>;
  secrets?: SecretBox;
  files?: FileStore;
  log?: FastifyServerOptions['logger'];
  aliveEveryMs?: number;
  /** A standby that reports may be read from. */
  replica?: Replica;
  limits?: ConnectionLimits;
  freeBytes?: Database['freeBytes'] | undefined;
  extraRoutes?: (api: Api) => void;
};

/**
 * A session as a sign-in leaves it, without the second that checking a password takes; gives its
 * token.
 */
async function newSession(db: Db, email: string): Promise<string> {
  const token = newToken();
  const [account] = await db
    .select({ userId: userTable._id })
    .from(userTable)
    .where(eq(userTable.email, email));
  if (!account) throw new Error(`No account ${email}`);
  await db
    .insert(sessionTable)
    .values({ tokenHash: sha256(token), ...account, expiresAt: sql`now() + ${idleLimit}` });
  return token;
}

/** The real server on a database of its own. */
export async function startTestServer({
  seed = 'demo',
  database: given,
  config,
  log = false,
  ...options
}: ServerOptions = {}) {
  const database = given ?? (await openTestDatabase(seed));
  const { db, engine } = database;
  // Tests ask more often than people, on machines that have other work too.
  const patient = { busyAfterMs: 0, requestsPerMinute: 0 };
  const fullConfig = { ...readConfig({}), clientDir: 'tests/no-client', ...patient, ...config };
  const app = await buildApp({ db, engine, config: fullConfig, log, ...options });
  const anybody = new Client(app);
  const signIn = async (email: string, secret = password, headers: Record<string, string> = {}) => {
    const answer = await anybody.post('/auth/login', { email, password: secret }, headers);
    if (answer.statusCode !== 200)
      throw new Error(`Sign-in answered ${answer.statusCode}: ${answer.body}`);
    return new Client(app, answer.json<{ token: string }>().token);
  };
  return {
    app,
    db,
    database,
    anybody,
    signIn,
    as: async (role: Role) => new Client(app, await newSession(db, emailOf(role))),
    /** A client with a session of the account with this e-mail. */
    withSession: async (email: string) => new Client(app, await newSession(db, email)),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/** The id of the branch with this code. */
export async function branchId(db: Db, code: string): Promise<string> {
  const [branch] = await db
    .select({ _id: branchTable._id })
    .from(branchTable)
    .where(eq(branchTable.code, code));
  if (!branch) throw new Error(`No branch ${code}`);
  return branch._id;
}

/** Moves an account to the branch with this code. */
export async function moveTo(db: Db, role: Role, code: string): Promise<void> {
  await db
    .update(userTable)
    .set({ branchId: await branchId(db, code) })
    .where(eq(userTable.email, emailOf(role)));
}

/**
 * Back to how a new centre starts. What only ever grows is emptied too, so its triggers are off for
 * this one act.
 */
export async function emptyAllTables(db: Db): Promise<void> {
  const tables = Object.values(schema).map((table) => sql`${table}`);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`truncate ${sql.join(tables, sql`, `)} cascade`);
  });
}

/** Takes the students of the demo centre away, with everything that points at them. */
export async function removeStudents(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    // Rows of money refuse to be removed; only a test may set their triggers aside.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`truncate ${schema.studentTable} cascade`);
  });
}
