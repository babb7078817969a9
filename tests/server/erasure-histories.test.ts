import { sql } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import { eraseDue } from '#server/jobs/erase-people.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { chanceFrom } from '#server/seed/chance.ts';
import { openErasureDesk, type ErasureDesk } from '#tests/helpers/erasure-desk.ts';
import { digestsOf, figuresOf, lastingColumns } from '#tests/helpers/erasure-figures.ts';
import { countAct, History, type Person } from '#tests/helpers/erasure-histories.ts';
import { marksIn } from '#tests/helpers/erasure-people.ts';
import { settle } from '#tests/helpers/erasure-settling.ts';
import { refusal } from '#tests/helpers/people.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

// Random families that share guardians, surnames, names and phones, with orders, slips, notes,
// merges and transfers, erased in a random order. After each erasure nobody finds the person, no
// figure has changed, and nobody else has: docs/domain.md, "A person's data". The long form:
// ERASURE_HISTORIES=10000 ERASURE_SEED=7 npx vitest run --project server <this file>
const HISTORIES = Number(process.env['ERASURE_HISTORIES'] ?? 3);
const SEED = Number(process.env['ERASURE_SEED'] ?? Math.floor(Math.random() * 1e6));
vi.setConfig({ testTimeout: 24 * 3_600_000 });

/** A database gets slower with each history. */
const OF_ONE_SERVER = 40;
const ACTS = 14;
/** The long form says how far it is. */
const REPORTED_EACH = 20;

let server: TestServer | undefined;
afterAll(() => server?.close());

/** The names, phones and states of everybody who is not erased. */
async function livingOf({ db }: TestServer, history: History, but: Person): Promise<unknown> {
  const ids = history
    .alive()
    .filter((one) => one !== but)
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  const list = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const { rows } = await db.execute(sql`
    select id, to_jsonb(s) - '{note,health_note,status_reason,search,updated_at,version}'::text[] as is
    from students s where id in (${list})
    union all
    select id, to_jsonb(p) - '{note,search,updated_at,version}'::text[] from parents p
    where id in (${list}) order by 1`);
  return rows;
}

/** Every row with a mark in it, by table. */
async function markedRows({ db }: TestServer): Promise<{ table: string; line: string }[]> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const parts = tables.map(
    ({ name }) => `select '${name}' as table, line from
      (select to_jsonb(t)::text as line from "${name}" t) lines
      where line ~* 'z[qn][a-z]{5}|ໝໜ|77'`,
  );
  const { rows } = await db.execute<{ table: string; line: string }>(
    sql.raw(parts.join(' union all ')),
  );
  return rows;
}

async function expectNoTrace(desk: ErasureDesk, gone: ReadonlySet<string>): Promise<void> {
  const found: string[] = [];
  for (const { table, line } of await markedRows(desk.server))
    for (const mark of marksIn(line))
      if (gone.has(mark)) found.push(`${mark} in ${table}: ${line}`);
  expect(found).toEqual([]);
}

/** By act, erasures too: how often it was done, and how often the server refused it. */
const acts = new Map<string, [done: number, refused: number]>();

/** Asks, confirms, and lets 14 days pass; false where something stands in the way. */
async function erase(desk: ErasureDesk, one: Person): Promise<boolean> {
  const path = `/personal-data/${one.kind}/${one.id}/erasure`;
  const asked = await desk.admin.post(path, { reason: `${one.firstName} asked` });
  if (asked.statusCode !== 201) {
    expect(refusal(asked)).toEqual([409, 'erasureHindered']);
    return false;
  }
  expect((await desk.owner.post(`${path}/confirm`, {})).statusCode).toBe(200);
  await desk.server.db.execute(sql`update erasures set confirmed_at = now() - interval '15 days'
    where done_at is null and withdrawn_at is null`);
  expect(await eraseDue(desk.server.db)).toBe(1);
  return true;
}

/** Erases one person, and looks at everything else; the marks that nobody has now are `gone`. */
async function eraseAndLook(history: History, one: Person, gone: Set<string>): Promise<boolean> {
  const { chance, desk } = history;
  const columns = await lastingColumns(desk.server);
  // Reports are dear, and read the rows that are compared each time.
  const asksReports = chance.percent(25);
  const look = async () => ({
    rows: await digestsOf(desk.server, columns),
    figures: asksReports && (await figuresOf(desk)),
    others: await livingOf(desk.server, history, one),
  });
  const before = await look();
  const isDone = await erase(desk, one);
  countAct(acts, 'erase', isDone);
  if (!isDone) return false;
  one.isErased = true;
  expect(await look()).toEqual(before);
  const held = new Set(history.alive().flatMap(({ marks }) => marks));
  for (const mark of one.marks) if (!held.has(mark)) gone.add(mark);
  await expectNoTrace(desk, gone);
  return true;
}

/** One history, from the first family to the last erasure. */
async function live(history: History, gone: Set<string>): Promise<void> {
  const { chance, desk } = history;
  await history.family();
  for (let n = 0; n < ACTS; n += 1) await history.act();
  const end = (share: number) =>
    settle(
      desk,
      history.alive().flatMap(({ id }) => (chance.percent(share) ? [id] : [])),
      chance,
    );
  // Some are asked too early, and once more when their money and places have come to an end.
  for (const share of [75, 100]) {
    await end(share);
    const order = history.alive().map((one) => [chance.below(1e6), one] as const);
    for (const [, one] of order.toSorted(([a], [b]) => a - b)) {
      // Merged meanwhile.
      if (!history.people.includes(one)) continue;
      const isDone = await eraseAndLook(history, one, gone);
      if (isDone && chance.percent(25) && history.alive('student').length > 0) await history.act();
    }
  }
}

it('erases people of random histories in a random order, and changes no figure', async () => {
  const gone = new Set<string>();
  let serial = SEED % 1000;
  let desk: ErasureDesk | undefined;
  for (let nth = 0; nth < HISTORIES; nth += 1) {
    if (nth % OF_ONE_SERVER === 0 || !desk) {
      await server?.close();
      gone.clear();
      server = await startTestServer();
      desk = await openErasureDesk(server);
    }
    const history = new History(desk, chanceFrom(SEED * 100_003 + nth), () => serial++, acts);
    try {
      await live(history, gone);
    } catch (error) {
      throw new Error(`ERASURE_SEED=${SEED}, history ${nth}`, { cause: error });
    }
    if (nth % OF_ONE_SERVER === OF_ONE_SERVER - 1 || nth === HISTORIES - 1)
      expect((await checkBooks(desk.server.database)).differences).toEqual([]);
    if (nth % REPORTED_EACH === REPORTED_EACH - 1)
      process.stdout.write(`${nth + 1} histories ${JSON.stringify([...acts])}\n`);
  }
  expect(acts.get('erase')?.[0]).toBeGreaterThan(HISTORIES);
});
