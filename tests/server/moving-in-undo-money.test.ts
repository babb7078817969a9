import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayInLaos } from '#contract/dates.ts';
import type { Move, OpeningTotals } from '#contract/imports/moving-in.ts';
import { bridgesOf, type FiguresAnswer } from '#contract/reports/figures.ts';
import { resumeMoves } from '#server/desk/moving-in/run-moves.ts';
import { undoBegins, undoNextSlice } from '#server/desk/moving-in/undo-slice.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { journalLegs } from '#server/reading/journal/entries.ts';
import { addMovingRates, movingFile, movingSteps } from '#tests/helpers/moving-steps.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let clean: Move;
let untouched: Awaited<ReturnType<typeof standing>>;
const today = dayInLaos();
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  await addMovingRates(server.db);
  untouched = await standing();
  clean = await steps.upload(movingFile('clean.xlsx'));
  await steps.run(clean);
});
afterAll(() => server.close());

const rowsOf = async (statement: string) => (await server.db.execute(sql.raw(statement))).rows;
const { writeMoney } = steps;
const dueOf = async ({ _id }: Move) => {
  const { due } = (await owner.get(`/moves/${_id}/money`)).json<OpeningTotals>();
  return due.map(({ branchCode, currency, rows, owedLAK, creditLAK }) => ({
    branchCode,
    currency,
    rows,
    owedLAK,
    creditLAK,
  }));
};
/** Every sum that stands at the end of today, the flows of today, and the journal. */
async function standing() {
  const path = `/figures?from=${today}&to=${today}`;
  const answer = (await owner.get(path)).json<FiguresAnswer>();
  const { after, billed, received, discounts, ages, collection } = answer;
  const { rows } = await server.db.execute(
    sql`select account, sum(amount)::float8 as sum from (${journalLegs(true)}) legs group by 1 having sum(amount) <> 0`,
  );
  const totals = Object.values(ages).reduce((sum, amount) => sum + amount, 0);
  return {
    after,
    billed,
    received,
    discounts,
    totals,
    collection,
    bridges: bridgesOf(answer),
    rows,
  };
}
const stateOf = async (code: string) => {
  const [row] = await rowsOf(
    `select archived, (select count(*)::int from enrolments
       where student_id = students.id and status = 'active') as places
     from students where student_code = '${code}'`,
  );
  return row;
};
const isRight = async () => expect((await checkBooks(server.database)).differences).toEqual([]);
const takeBack = (move: Move, others = false) => steps.undo(move, others);

describe('the money of a move that nothing uses', () => {
  it('is taken back by opposite rows, and every figure is as before', async () => {
    const before = await standing();
    const example = await steps.upload(movingFile('worked-example.xlsx'));
    await steps.run(example);
    await writeMoney(example);
    expect((await standing()).after.owedLAK).toBe(4_380_000);
    const written = await rowsOf(`select (select count(*)::int from orders) as orders,
      (select count(*)::int from order_lines) as lines, (select count(*)::int from payments) as payments`);
    expect(await takeBack(example)).toEqual({ removed: 8, archived: 6, kept: [] });
    expect(await standing()).toEqual(before);
    await isRight();
    // No row of money has gone.
    expect(written).toEqual([{ orders: 3, lines: 3, payments: 3 }]);
    expect(
      await rowsOf(`select orders.state, count(distinct orders.id)::int as orders,
        count(line.id)::int as lines, sum(line.amount_lak)::int as lak
      from orders join order_lines line on line.order_id = orders.id group by 1`),
    ).toEqual([{ state: 'void', orders: 3, lines: 6, lak: 0 }]);
    expect(
      await rowsOf(`select state, count(*)::int as payments, sum(free_lak)::int as free
        from payments group by 1`),
    ).toEqual([{ state: 'void', payments: 3, free: 0 }]);
    expect(await stateOf('W-DDK-C')).toEqual({ archived: true, places: 0 });
    expect((await steps.read(example._id)).state).toBe('undone');
    expect(await rowsOf('select key from moved_money')).toEqual([]);
  });

  it('comes again with the same file, and its people are found', async () => {
    const again = await steps.upload(movingFile('worked-example.xlsx'));
    expect(again.counts).toMatchObject({ changed: 4, problem: 0, waiting: 0 });
    await steps.run(again);
    expect(await stateOf('W-DDK-C')).toEqual({ archived: false, places: 1 });
    await writeMoney(again);
    const { after } = await standing();
    expect(after).toMatchObject({ owedLAK: 4_380_000, creditLAK: 300_000 });
    expect(
      await rowsOf(`select count(*)::int as people from students where student_code like 'W-%'`),
    ).toEqual([{ people: 4 }]);
    await isRight();
  });

  it('stays with the family that a later act has touched; the others are taken back', async () => {
    const [move] = (await owner.get('/moves')).json<Move[]>();
    if (!move) throw new Error('No move');
    const before = await standing();
    const [debt] = await rowsOf(`select orders.id, total_lak::float8 as total from orders
      join order_lines line on line.order_id = orders.id
      where orders.state = 'confirmed' and line.kind = 'opening'`);
    const [line] = await rowsOf(
      `select id from order_lines where order_id = '${String(debt?.['id'])}'`,
    );
    const adjusted = await owner.send('POST', `/orders/${String(debt?.['id'])}/adjustments`, {
      payload: {
        amountLAK: -200_000,
        reason: 'agreed',
        expectedTotal: 1_200_000,
        ofLineId: line?.['id'],
      },
    });
    expect(adjusted.statusCode, adjusted.body).toBe(200);
    const refused = await takeBack(move);
    expect(refused.removed).toBe(0);
    const debts = refused.kept.filter(({ kind }) => kind === 'balances');
    expect(debts.map(({ name }) => name.split(' ')[0])).toEqual(['W-DDK-A']);
    expect((await standing()).after.owedLAK).toBe(before.after.owedLAK - 200_000);
    const others = await takeBack(move, true);
    expect(others.removed).toBeGreaterThan(0);
    const { after } = await standing();
    expect(after).toMatchObject({ owedLAK: 1_000_000, creditLAK: 0, unearnedLAK: 0 });
    expect(await stateOf('W-DDK-A')).toMatchObject({ archived: false });
    expect(await stateOf('W-DDK-C')).toEqual({ archived: true, places: 0 });
    // The key of the family that stays is not free; the other three are.
    expect(await rowsOf('select count(*)::int as keys from moved_money')).toEqual([{ keys: 1 }]);
    await isRight();
  });
});

describe('a whole centre with its money', () => {
  it('goes as if nothing had been written', async () => {
    const before = await standing();
    const due = await dueOf(clean);
    await writeMoney(clean);
    expect((await standing()).after.owedLAK).toBe(before.after.owedLAK + 8_175_000 + 9_890_000);
    const undone = await takeBack(clean, true);
    expect(undone.archived).toBeGreaterThan(40);
    expect(await standing()).toEqual(before);
    await isRight();
    const again = await steps.upload(movingFile('clean.xlsx'));
    expect(again.counts).toMatchObject({ problem: 0 });
    await steps.run(again);
    expect(await dueOf(again)).toEqual(due);
    await writeMoney(again);
    expect((await standing()).after.owedLAK).toBe(before.after.owedLAK + 8_175_000 + 9_890_000);
    await isRight();
    await takeBack(again, true);
    expect(await standing()).toEqual(before);
    expect(untouched.after.owedLAK).toBe(0);
  });
});

describe('an undo in slices', () => {
  let move: Move;
  let before: Awaited<ReturnType<typeof standing>>;
  const moveOf = async () => steps.read(move._id);
  const slice = (size: number) => undoNextSlice(server.db, move._id, size);
  /** Begins an undo whose slices the test takes by itself. */
  const begin = () =>
    server.db.execute(
      sql`update moves set state = 'undoing', undo = ${JSON.stringify(undoBegins)}::jsonb where id = ${move._id}`,
    );

  it('keeps every figure right between two slices, and lets nobody else write', async () => {
    before = await standing();
    move = await steps.upload(movingFile('clean.xlsx'));
    await steps.run(move);
    await writeMoney(move);
    await begin();
    const owed = [(await standing()).after.owedLAK];
    // A family is never parted, and each slice is one transaction.
    for (let at = 0; at < 3; at += 1) {
      expect(await slice(2)).toBeGreaterThan(0);
      owed.push((await standing()).after.owedLAK);
      await isRight();
    }
    expect(new Set(owed).size).toBeGreaterThan(1);
    const { state, undo } = await moveOf();
    expect(state).toBe('undoing');
    expect(undo?.moneyLeft).toBeGreaterThan(0);
    for (const act of ['run', 'undo']) {
      const refused = await owner.send('POST', `/moves/${move._id}/${act}`, { payload: {} });
      expect(refused.json()).toMatchObject({ code: 'moveRunning' });
    }
    const other = await steps.upload(movingFile('worked-example.xlsx'));
    const refused = await owner.send('POST', `/moves/${other._id}/run`, { payload: {} });
    expect(refused.json()).toMatchObject({ code: 'moveRunning' });
  });

  it('keeps a family that pays meanwhile, and says so; a server that starts goes on', async () => {
    const [debt] = await rowsOf(`select orders.id, line.id as line, total_lak::float8 as total
      from orders join order_lines line on line.order_id = orders.id
      join moved_money money on money.order_id = orders.id
      where orders.state = 'confirmed' and line.kind = 'opening'
        and money.move_id = '${move._id}' order by
        concat(orders.payer_parent_id, ' ', orders.payer_student_id) desc limit 1`);
    const used = await owner.send('POST', `/orders/${String(debt?.['id'])}/adjustments`, {
      payload: {
        amountLAK: -1000,
        reason: 'agreed',
        expectedTotal: debt?.['total'],
        ofLineId: debt?.['line'],
      },
    });
    expect(used.statusCode, used.body).toBe(200);
    await resumeMoves(server.db, server.app.log);
    const { state, undo, counts } = await steps.ended(move._id);
    expect(state).toBe('undone');
    expect(undo?.keptCount).toBeGreaterThan(0);
    expect(undo?.kept.some(({ kind }) => kind === 'balances')).toBe(true);
    expect(counts.in).toBeGreaterThan(0);
    const { after } = await standing();
    expect(after.owedLAK).toBeGreaterThan(before.after.owedLAK);
    expect(await rowsOf('select count(*)::int as keys from moved_money')).not.toEqual([
      { keys: 0 },
    ]);
    await isRight();
  });
});
