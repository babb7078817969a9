import pg from 'pg';
import { WALK_IN, type Sale, type Write } from './desks.ts';

type Kept = {
  key: string;
  id: string;
  number: string;
  total: string;
  paid: string;
  receipt: string;
};

const isAnswered = ({ answeredAt }: Write) => answeredAt !== undefined;

const SALES = `
  select o.client_ref::text as key, o.id::text, o.number, o.total_lak::text as total,
    coalesce(sum(p.amount_lak), 0)::text as paid, coalesce(min(r.number), '') as receipt
  from orders o
  left join allocations a on a.order_id = o.id
  left join payments p on p.id = a.payment_id
  left join receipts r on r.id = p.receipt_id
  where o.walk_in_name = '${WALK_IN}'
  group by o.id`;

function saleFaults(written: Write[], kept: Kept[]): string[] {
  const rows = new Map(kept.map((row) => [row.key, row]));
  const faults = written.filter(isAnswered).flatMap(({ key, answer }) => {
    const { order, receipt } = answer as Sale;
    const row = rows.get(key);
    if (!row) return [`lost: sale ${order.number} with receipt ${receipt}`];
    const told = [order.id, order.number, order.totalLAK, order.totalLAK, receipt].join(' ');
    const found = [row.id, row.number, row.total, row.paid, row.receipt].join(' ');
    return told === found ? [] : [`changed: told ${told}, found ${found}`];
  });
  const keys = new Set(written.map(({ key }) => key));
  const others = kept.filter(({ key }) => !keys.has(key));
  return [...faults, ...others.map(({ number }) => `nobody was told of sale ${number}`)];
}

function studentFaults(written: Write[], kept: { id: string; name: string }[]): string[] {
  const rows = new Map(kept.map(({ id, name }) => [id, name]));
  const faults = written.filter(isAnswered).flatMap(({ answer }) => {
    const { _id, firstName } = answer as { _id: string; firstName: string };
    const found = rows.get(_id);
    if (found === firstName) return [];
    return [found === undefined ? `lost: student ${firstName}` : `changed: student ${firstName}`];
  });
  const names = kept.map(({ name }) => name);
  if (new Set(names).size < names.length) faults.push('a student was added twice');
  return faults;
}

/**
 * Compares every answer with the rows at `url`: nothing that was acknowledged is missing or says
 * something else, and nothing was written twice. Gives a line for each fault.
 */
export async function compare(url: string, writes: readonly Write[]): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const sales = await client.query<Kept>(SALES);
    const students = await client.query<{ id: string; name: string }>(
      "select id::text, first_name as name from students where first_name like 'Rehearsal %'",
    );
    const of = (kind: Write['kind']) => writes.filter((write) => write.kind === kind);
    const silent = writes.filter((write) => !isAnswered(write));
    return [
      ...silent.map(({ kind, key }) => `never answered: ${kind} ${key}`),
      ...saleFaults(of('sale'), sales.rows),
      ...studentFaults(of('student'), students.rows),
    ];
  } finally {
    await client.end();
  }
}
