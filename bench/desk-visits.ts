import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import type { Shift } from '#contract/money/drawers.ts';
import type { VisitAnswer, VisitCheck } from '#contract/desk/visit-answers.ts';
import type { Db } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import type { BenchServer } from './bench-server.ts';

export const DESKS = 20;
const ALTERNATIONS = 5;
const LEAST_SHARE = 0.3;
const CLASSES = 10;
const PRICE = 145_000;

const rowsToInsert = z.object({ rows: z.int() });

/** A bare transaction with a given number of one-row inserts, through the same server. */
export function bareTransaction(api: Api, { db }: Pick<Services, 'db'>): void {
  const schema = { body: rowsToInsert, response: responses(200, rowsToInsert) };
  api.post(
    '/bench/insert-rows',
    { config: { action: 'own-account:write', idempotencyKey: false }, schema },
    async ({ body }) => {
      await db.transaction(async (tx) => {
        for (let row = 0; row < body.rows; row += 1)
          await tx.execute(sql`insert into bench_rows (word) values (${'bench'})`);
      });
      return body;
    },
  );
}

async function done<Answer>(answer: Promise<Response>): Promise<Answer> {
  const { ok, status, ...rest } = await answer.then(async (one) => ({
    ok: one.ok,
    status: one.status,
    text: await one.text(),
  }));
  if (!ok) throw new Error(`${status}: ${rest.text}`);
  return JSON.parse(rest.text) as Answer;
}

/** Adds classes with enough seats for every visit, of a course with one price for the term. */
async function addClasses(db: Db, branchId: string, seats: number): Promise<string[]> {
  const [term] = await db.select().from(academicTermTable).where(eq(academicTermTable.code, 'T2'));
  const [like] = await db.select().from(courseTable).where(eq(courseTable.code, 'ENG-A1'));
  if (!term || !like) throw new Error('No demo centre');
  const courseId = uuidv7();
  await db.insert(courseTable).values({
    ...like,
    _id: courseId,
    code: 'BENCH',
    nextCourseId: null,
    minAge: null,
    maxAge: null,
  });
  const fee = uuidv7();
  await db.insert(courseFeeTable).values({
    _id: fee,
    seriesId: fee,
    courseId,
    name: 'Term',
    amount: 1_250_000,
    currency: 'LAK',
    basis: 'term',
    priceCategory: '',
    validFrom: '2020-01-01',
    prorate: 'none',
    active: true,
    search: '',
  });
  const rows = Array.from({ length: CLASSES }, (_, n) => ({
    _id: uuidv7(),
    classCode: `BENCH-${n}`,
    courseId,
    termId: term._id,
    branchId,
    startDate: term.startDate,
    endDate: term.endDate,
    slots: [],
    roomId: null,
    teacherId: null,
    assistantIds: [],
    capacity: seats,
    minStudents: 0,
    deliveryMode: 'onSite' as const,
    note: '',
    status: 'open' as const,
    search: '',
  }));
  await db.insert(classTable).values(rows);
  return rows.map(({ _id }) => _id);
}

/** Adds a book with enough stock. */
async function addBook(
  { database: { db }, send }: BenchServer,
  branchId: string,
  count: number,
): Promise<string> {
  const [like] = await db
    .select()
    .from(productTable)
    .where(eq(productTable.trackStock, true))
    .limit(1);
  if (!like) throw new Error('No demo centre');
  const productId = uuidv7();
  await db.insert(productTable).values({
    ...like,
    _id: productId,
    sku: 'BENCH',
    barcode: '',
    price: PRICE,
    currency: 'LAK',
    active: true,
  });
  await done(
    send('/stock-movements', {
      productId,
      branchId,
      type: 'opening',
      quantity: count,
      reason: 'bench',
    }),
  );
  return productId;
}

/** Opens one drawer for each desk. */
async function openDrawers(
  { database: { db }, send }: BenchServer,
  branchId: string,
): Promise<string[]> {
  const rows = Array.from({ length: DESKS }, (_, n) => ({
    _id: uuidv7(),
    branchId,
    name: `Bench ${n + 1}`,
  }));
  await db.transaction((tx) => insertMany(tx, drawerTable, rows));
  return Promise.all(
    rows.map(
      async ({ _id }) =>
        (
          await done<Shift>(
            send(`/drawers/${_id}/open`, { float: { LAK: 500_000 }, reason: '' }, 'staff'),
          )
        )._id,
    ),
  );
}

export type DeskWorld = {
  branchId: string;
  classIds: string[];
  productId: string;
  shiftIds: string[];
  families: { studentId: string; payer: object }[];
};

/**
 * Adds everything that `count` visits of a branch need: families with one child without a class,
 * seats, books and open drawers.
 */
export async function prepareVisits(server: BenchServer, count: number): Promise<DeskWorld> {
  const { db } = server.database;
  const [branch] = await db
    .select({ _id: branchTable._id })
    .from(branchTable)
    .where(eq(branchTable.code, 'VTE'));
  const branchId = branch?._id ?? '';
  const { rows } = await db.execute<{ studentId: string; parentId: string }>(sql`
    select min(student.id::text) as "studentId", link.parent_id as "parentId"
    from students student
    join guardians link on link.student_id = student.id and link.is_payer
    where student.home_branch_id = ${branchId}
      and not student.archived
      and not exists (select from enrolments where student_id = student.id)
    group by link.parent_id having count(*) = 1 limit ${count}`);
  if (rows.length < count) throw new Error(`${rows.length} families are too few`);
  const families = rows.map(({ studentId, parentId }) => ({
    studentId,
    payer: { kind: 'parent', parentKey: parentId },
  }));
  return {
    branchId,
    classIds: await addClasses(db, branchId, count),
    productId: await addBook(server, branchId, count),
    shiftIds: await openDrawers(server, branchId),
    families,
  };
}

/** A visit with one child, one class and one book, in cash, with the total that the desk shows. */
export async function visitOf(
  { send }: BenchServer,
  { branchId, classIds, productId, shiftIds, families }: DeskWorld,
  n: number,
): Promise<object> {
  const { studentId, payer } = families[n] ?? { studentId: '', payer: {} };
  const visit = {
    branchId,
    payer,
    shiftId: shiftIds[n % DESKS],
    expectedTotal: 0,
    places: [
      {
        key: randomUUID(),
        studentKey: studentId,
        classId: classIds[n % CLASSES],
        acceptWarnings: true,
      },
    ],
    products: [{ key: randomUUID(), productId, quantity: 1, studentKey: studentId }],
    tenders: [{ key: randomUUID(), method: 'cash', currency: 'LAK', tendered: 1_400_000 }],
  };
  const { totalLAK, lines, rateIds } = await done<VisitCheck>(
    send('/visits/check', visit, 'staff'),
  );
  return {
    ...visit,
    expectedTotal: totalLAK,
    expectedLines: Object.fromEntries(lines.map(({ key, netLAK }) => [key, netLAK])),
    rateIds,
  };
}

/**
 * Counts the rows that a visit has written, by the transaction id of each row; its idempotency key
 * is written twice.
 */
async function rowsWritten(db: Db, orderId: string): Promise<{ inserts: string[]; count: number }> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`
      select relname as name
      from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
      order by 1`,
  );
  const found: string[] = [];
  let count = 1;
  for (const { name } of tables) {
    const { rows } = await db.execute<{ n: number }>(
      sql`
        select count(*)::int as n
        from ${sql.identifier(name)}
        where xmin = (select xmin from orders where id = ${orderId})`,
    );
    const n = rows[0]?.n ?? 0;
    if (n > 0) found.push(`${name} ${n}`);
    count += n;
  }
  return { inserts: found, count };
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
export const median = (values: readonly number[]) => percentile(values, 0.5);

type Run = { rate: number; took: number[] };

/** Runs all desks at once, each with one write after the other. */
async function allDesks(each: number, write: (n: number) => Promise<unknown>): Promise<Run> {
  const took: number[] = [];
  const begin = performance.now();
  const work = async (desk: number) => {
    for (let at = 0; at < each; at += 1) {
      const start = performance.now();
      await write(at * DESKS + desk);
      took.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: DESKS }, (_, desk) => work(desk)));
  return { rate: (took.length * 1000) / (performance.now() - begin), took };
}

/** The number of families that `measureVisits` uses up. */
export const familiesNeeded = (each: number) => DESKS * each * (ALTERNATIONS + 1) + 1;

/**
 * Measures visits of 20 desks beside a bare transaction of as many one-row inserts; returns the
 * goals that were missed.
 */
export async function measureVisits(
  server: BenchServer,
  world: DeskWorld,
  each: number,
): Promise<{ missed: string[]; rows: number; bareMs: number }> {
  const {
    send,
    database: { db, engine },
  } = server;
  const { order } = await done<VisitAnswer>(
    send('/visits', await visitOf(server, world, world.families.length - 1), 'staff'),
  );
  const written = await rowsWritten(db, String(order?._id));
  console.log(
    `${engine}: a visit writes ${written.count} rows: ${written.inserts.join(', ')}; its key twice`,
  );
  const runs: { visits: Run; bare: Run }[] = [];
  for (let at = 0; at <= ALTERNATIONS; at += 1) {
    const asked: object[] = [];
    for (let n = 0; n < DESKS * each; n += 1)
      asked.push(await visitOf(server, world, at * DESKS * each + n));
    const bare = await allDesks(each, () =>
      done(send('/bench/insert-rows', { rows: written.count }, 'staff')),
    );
    const visits = await allDesks(each, (n) => done(send('/visits', asked[n] ?? {}, 'staff')));
    // The first run only warms up.
    if (at > 0) runs.push({ visits, bare });
  }
  const shares = runs.map(({ visits, bare }) => visits.rate / bare.rate);
  const of = (name: keyof (typeof runs)[number]) => ({
    took: runs.flatMap((run) => run[name].took),
    rate: median(runs.map((run) => run[name].rate)),
  });
  const [visits, bare] = [of('visits'), of('bare')];
  const share = median(shares);
  const tail = (took: number[]) => percentile(took, 0.99) / median(took);
  console.log(
    `${DESKS} desks confirm visits: ${share.toFixed(2)} of the bare transaction's throughput (goal ${LEAST_SHARE}; ${shares.map((one) => one.toFixed(2)).join(', ')})`,
  );
  console.log(
    `p99 of a visit ${(percentile(visits.took, 0.99) / percentile(bare.took, 0.99)).toFixed(1)} times that of the bare transaction; p99 ÷ p50: visit ${tail(visits.took).toFixed(1)}, bare ${tail(bare.took).toFixed(1)}`,
  );
  return {
    missed: share < LEAST_SHARE ? [`visits: ${share.toFixed(2)} of the bare transaction`] : [],
    rows: written.count,
    bareMs: median(bare.took),
  };
}
