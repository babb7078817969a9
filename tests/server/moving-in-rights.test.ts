import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Move } from '#contract/imports/moving-in.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { resumeMoves } from '#server/desk/moving-in/run-moves.ts';
import { writeNextSlice } from '#server/desk/moving-in/write-slice.ts';
import { HEAD, listSteps } from '#tests/helpers/list-steps.ts';
import { addMovingRates, movingFile, movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  staff = await server.as('staff');
});
afterAll(() => server.close());

const steps = movingSteps(() => owner);
const list = listSteps(() => staff);
const begin = (_id: string, state: 'running' | 'undoing') =>
  server.db.execute(sql`update moves set state = ${state}, ended_at = null where id = ${_id}`);
/** Opens or closes the account that writes a move. */
const open = (isOpen: boolean, _id: string) =>
  server.db.execute(
    sql`update users set active = ${isOpen} where id = (select user_id from moves where id = ${_id})`,
  );
const stored = async (_id: string) => {
  const { rows } = await server.db.execute<{ state: string; in: number; money: number }>(sql`
    select state, (select count(*)::int from move_rows where move_id = ${_id} and state = 'in') as in,
      (select count(*)::int from moved_money where move_id = ${_id}) as money
    from moves where id = ${_id}`);
  return rows[0];
};
const goOn = async (_id: string) => {
  await resumeMoves(server.db, server.app.log);
  for (;;) {
    const state = (await stored(_id))?.state ?? '';
    if (!['running', 'undoing'].includes(state)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

it('stops a run, its money and its way back before the next slice, once the account is closed', async () => {
  await addMovingRates(server.db);
  const { _id } = await steps.upload(movingFile('clean.xlsx'));
  await begin(_id, 'running');
  await writeNextSlice(server.db, _id, 5);
  const some = await stored(_id);
  expect(some?.in).toBeGreaterThan(0);
  await open(false, _id);
  await goOn(_id);
  expect(await stored(_id)).toEqual({ ...some, state: 'stopped' });

  await open(true, _id);
  const people = await steps.run({ _id } as Move);
  expect(people.state).toBe('done');
  await server.db.execute(sql`
    update moves set state = 'running', money_day = (now() at time zone 'Asia/Vientiane')::date
    where id = ${_id}`);
  await open(false, _id);
  await goOn(_id);
  expect(await stored(_id)).toMatchObject({ state: 'stopped', money: 0, in: people.counts.in });

  await server.db.execute(sql`update moves set undo = '{"step":"money","family":"","below":null,
    "error":null,"removed":0,"archived":0,"keptCount":0,"kept":[]}' where id = ${_id}`);
  await begin(_id, 'undoing');
  await goOn(_id);
  expect(await stored(_id)).toMatchObject({ state: 'stopped', in: people.counts.in });

  await open(true, _id);
  expect((await steps.read(_id)).undo?.stopped).toContain('right');
  expect((await steps.undo({ _id } as Move)).removed).toBeGreaterThan(0);
});

it('stops an import into a list once its author has lost the right in the branch', async () => {
  const { _id } = await list.read(csv(HEAD, 'ສິດ,ໝົດ,f,01/01/2015,,ແມ່,ສິດ,020 5551 7001,ແມ່'));
  await begin(_id, 'running');
  await server.db.execute(
    sql`delete from account_grants where user_id = (select user_id from moves where id = ${_id})`,
  );
  await goOn(_id);
  expect(await stored(_id)).toMatchObject({ state: 'stopped', in: 0 });
  expect(await server.db.$count(studentTable, eq(studentTable.firstName, 'ສິດ'))).toBe(0);
});
