import { createHash } from 'node:crypto';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import type { Decided } from './insistent-client.ts';

/** A query on the database, beside the server. */
export type Ask = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

type Told = { decided: readonly Decided[]; cashKip: number; shiftId: string };

export const isSaved = ({ status }: Decided) => status < 300;
/** A check writes nothing. */
export const isWrite = ({ path }: Decided) => path !== '/visits/check';

/**
 * True if everything in the answer is stored alike. The database may keep more: a field that the
 * contract does not name never leaves the server.
 */
function holds(stored: unknown, answer: unknown): boolean {
  if (answer === null || typeof answer !== 'object') return stored === answer;
  if (stored === null || typeof stored !== 'object') return false;
  return Object.entries(answer).every(([name, value]) =>
    holds((stored as Record<string, unknown>)[name], value),
  );
}

/** Compares the stored answer of each key with the one that the desk got. */
async function compareKeys(ask: Ask, decided: readonly Decided[]): Promise<string[]> {
  const writes = decided.filter(isWrite);
  const rows = await ask<{ key: string; status: number; answer: unknown }>(
    'select key, status, answer from idempotency_keys where key = any($1)',
    [writes.map(({ key }) => key)],
  );
  const stored = new Map(rows.map((row) => [row.key, row]));
  return writes.flatMap((write) => {
    const row = stored.get(write.key);
    const what = `${write.path} ${write.key}`;
    if (!isSaved(write)) return row ? [`${what} was refused, and is in the database`] : [];
    if (!row) return [`${what} was answered with ${write.status}, and is lost`];
    const isSame = row.status === write.status && holds(row.answer, write.answer);
    return isSame ? [] : [`${what} is stored otherwise than it was answered`];
  });
}

const idOf = ({ answer }: Decided) => (answer as { _id?: string } | null)?._id ?? '';

/** Compares the rows that writes made with their number: none is missing, none is there twice. */
async function compareRows(ask: Ask, decided: readonly Decided[]): Promise<string[]> {
  const saved = decided.filter(isSaved);
  const visits = saved.filter(({ path }) => path === '/visits');
  const orders = visits.flatMap(({ answer }) => (answer as VisitAnswer).order ?? []);
  const receipts = visits.flatMap(({ answer }) => (answer as VisitAnswer).receipt ?? []);
  const added = (path: string) => saved.filter((one) => one.path === path).map(idOf);
  const missing = async (table: string, ids: string[]) => {
    const [row] = await ask<{ n: number }>(
      `select count(*)::int as n from ${table} where id = any($1::uuid[])`,
      [ids],
    );
    return row?.n === ids.length ? [] : [`${table}: ${row?.n} of ${ids.length} answered rows`];
  };
  const [sums] = await ask<{ orders: number; students: number; movements: number }>(
    `select (select count(*)::int from orders where client_ref = any($1::uuid[])) as orders,
       (select count(*)::int from students where last_name = 'Torture') as students,
       (select count(*)::int from stock_movements
        where paper = 'hand' and reason = 'torn') as movements`,
    [decided.filter(({ path }) => path === '/visits').map(({ key }) => key)],
  );
  const count = (what: string, found: number | undefined, answered: number) =>
    found === answered ? [] : [`${what}: ${found} in the database, ${answered} answered`];
  return [
    ...(await missing(
      'orders',
      orders.map(({ _id }) => _id),
    )),
    ...(await missing(
      'receipts',
      receipts.map(({ _id }) => _id),
    )),
    ...(await missing('students', added('/students'))),
    ...(await missing('stock_movements', added('/stock-movements'))),
    ...count('orders', sums?.orders, orders.length),
    ...count('students', sums?.students, added('/students').length),
    ...count(
      'torn books',
      sums?.movements,
      saved.filter(
        ({ path, body }) => path === '/stock-movements' && 'type' in body && body.type === 'loss',
      ).length,
    ),
  ];
}

/** Follows the chain of receipts of each branch, and the numbers of each series. */
async function followReceipts(ask: Ask): Promise<string[]> {
  const problems: string[] = [];
  const rows = await ask<{
    branch: string;
    number: string;
    no: number;
    content: string;
    before: string;
    hash: string;
  }>(`select branch_id as branch, number, chain_no as no, content, previous_hash as before, hash
      from receipts order by branch_id, chain_no`);
  let last: { branch: string; no: number; hash: string } = { branch: '', no: 0, hash: '' };
  for (const row of rows) {
    if (row.branch !== last.branch) last = { branch: row.branch, no: 0, hash: '' };
    const hash = createHash('sha256')
      .update(row.before + row.content)
      .digest('hex');
    if (row.no !== last.no + 1 || row.before !== last.hash || row.hash !== hash)
      problems.push(`receipt ${row.number} breaks the chain`);
    last = row;
  }
  for (const table of ['orders', 'receipts']) {
    const gaps = await ask<{ series: string; rows: number; first: number; last: number }>(`
      select left(number, -6) as series, count(distinct number)::int as rows,
        min(right(number, 6)::int) as first, max(right(number, 6)::int) as last
      from ${table} where number <> '' group by 1`);
    for (const { series, rows: n, first, last: end } of gaps)
      if (n !== end - first + 1 || first !== 1)
        problems.push(`${table} ${series}: ${n} numbers from ${first} to ${end}`);
  }
  return problems;
}

/**
 * Compares all that desks were told with the database, by SQL of its own. Gives the differences.
 */
export async function compareWithDatabase(
  ask: Ask,
  { decided, cashKip, shiftId }: Told,
): Promise<string[]> {
  const [drawer] = await ask<{ kip: string }>(
    `select coalesce(sum(amount), 0) as kip from drawer_movements
     where shift_id = $1 and currency = 'LAK'`,
    [shiftId],
  );
  const inDrawer = Number(drawer?.kip);
  return [
    ...(await compareKeys(ask, decided)),
    ...(await compareRows(ask, decided)),
    ...(await followReceipts(ask)),
    ...(inDrawer === cashKip ? [] : [`The drawer has ${inDrawer} kip, the desks noted ${cashKip}`]),
  ];
}
