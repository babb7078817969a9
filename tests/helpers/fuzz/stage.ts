import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Role } from '#contract/roles.ts';
import { addLike, accountOf } from '#tests/helpers/two-branches.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertProspects } from '#tests/helpers/class-rows.ts';
import { newParent, newStudent } from '#tests/helpers/people.ts';
import { openTransferDesk } from '#tests/helpers/transfers.ts';
import { insertBook } from '#tests/helpers/visits.ts';
import type { Client, TestServer } from '#tests/helpers/test-server.ts';

type Found = Record<string, unknown>;
type Row = { _id: string; version: number };

/** The parts of a request that a route needs beside what the API document says. */
export type Arranged = {
  /** The parameters of the path. */
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  /** Fields that are laid over the good body, or the whole of another body. */
  body?: object | Buffer;
  /** True if nothing is added to `body`. */
  isWhole?: boolean;
  headers?: Record<string, string>;
  /** The person who asks; a superadmin unless told otherwise. */
  client?: Client;
};

/** Arranges what must be there before a route can do something, and tells what to ask it. */
export type Recipe = (stage: Stage) => Arranged | Promise<Arranged>;
export type Recipes = Record<string, Recipe>;

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** The demo centre with an open desk, and ways to find or make what a route is about. */
export async function openStage(server: TestServer) {
  const { db } = server;
  const desk = await openTransferDesk(server);
  const finance = await server.as('finance');
  const bookId = await insertBook(db, 100_000);
  const others: { close: () => Promise<unknown> }[] = [];
  let count = 0;
  const number = () => (count += 1);

  /** The first row of a query. */
  const row = async (query: string): Promise<Found> => {
    const { rows } = await db.execute<Found>(sql.raw(query));
    if (!rows[0]) throw new Error(`No row: ${query}`);
    return rows[0];
  };
  /** The first field of the first row of a query. */
  const one = async (query: string): Promise<string> => String(Object.values(await row(query))[0]);
  /** Adds a row by the API. */
  const added = async (path: string, body: object, client = desk.owner) =>
    done<Row>(await client.post(path, body));

  return {
    server,
    db,
    desk,
    finance,
    bookId,
    number,
    row,
    one,
    added,
    vte: desk.vte,
    lpb: desk.lpb,
    owner: desk.owner,
    admin: desk.admin,
    clerk: desk.clerk,
    closeLater: (other: { close: () => Promise<unknown> }) => void others.push(other),
    close: () => Promise.all(others.map((other) => other.close())),
    /** An account that nobody else uses, with a session. */
    spare: async (role: Role) => {
      const email = await addLike(db, role, 'VTE', `spare${number()}@branchdesk.test`);
      const { _id } = await accountOf(db, email);
      return { email, _id, client: await server.withSession(email) };
    },
    student: async (fields: object = {}) =>
      added('/students', await newStudent(server, fields), desk.admin),
    parent: async (fields: object = {}) =>
      added('/parents', await newParent(server, fields), desk.admin),
    prospect: async () => String((await insertProspects(db, 1))[0]?._id),
    /** Waits until no file is written: only one is at a time, and it goes on behind its answer. */
    noFileRuns: async () => {
      const busy = `select count(*) from moves where state in ('running', 'undoing')`;
      while ((await one(busy)) !== '0') await wait(20);
    },
    /** The account for bank money of the branch. */
    bankAccount: () =>
      one(`select id from bank_accounts where branch_id = '${desk.vte}' and currency = 'LAK'
        and active limit 1`),
    lineOf: (orderId: string, kind = 'tuition') =>
      one(`select id from order_lines where order_id = '${orderId}' and kind = '${kind}'
        and of_line_id is null`),
    paymentOf: (orderId: string) =>
      one(`select payment_id from allocations where order_id = '${orderId}' limit 1`),
  };
}
