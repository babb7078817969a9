import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Move } from '#contract/imports/moving-in.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

// A later file corrects what an earlier one has brought in: docs/moving-in.md, "Dry run".

let server: TestServer;
let owner: Client;
const steps = movingSteps(() => owner);
const rowsOf = async (statement: string) => (await server.db.execute(sql.raw(statement))).rows;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

describe('a guardian whom a later file adds to a student', () => {
  const columns = [1, 2].map(
    (at) => `Guardian ${at} first name,Guardian ${at} last name,Guardian ${at} phone`,
  );
  const relations = 'Guardian 1 relation,Guardian 2 relation';
  const head = `Student code,Full name,Gender,Home branch,${columns.join()},${relations},Payer`;
  const mother = 'Maenoy,Vongsa,020 5551 7901';
  const father = 'Phokham,Vongsa,020 5551 7902';
  const child = (code: string, first: string, second = ',,', payer = '') =>
    `${code},Child Of${code.replace('-', '')},F,VTE,${first},${second},mother,${second === ',,' ? '' : 'father'},${payer}`;
  const upload = (...rows: string[]) => steps.upload(csv(head, ...rows));
  const moveIn = async (...rows: string[]) => steps.run(await upload(...rows));
  const family = (code: string) =>
    rowsOf(`select parents.first_name as name, is_payer as payer from guardians
      join parents on parents.id = parent_id join students on students.id = student_id
      where student_code = '${code}' order by position`);
  const named = (name: string) => rowsOf(`select from parents where first_name = '${name}'`);
  const alone = [{ name: 'Maenoy', payer: true }];
  const both = [...alone, { name: 'Phokham', payer: false }];
  let first: Move;

  it('is linked once, beside those whom the student has, and leaves the payer', async () => {
    first = await moveIn(child('GU-1', mother));
    const file = [child('GU-1', mother, father, '2')] as const;
    const later = await upload(...file);
    expect(await steps.rows(later, 'students')).toMatchObject([
      {
        state: 'changed',
        changes: [{ field: 'guardian2Phone', before: '', after: 'Phokham Vongsa 020 5551 7902' }],
        problems: [{ field: 'payer', isHint: true }],
      },
    ]);
    expect((await steps.run(later)).counts).toMatchObject({ in: 1 });
    expect(await family('GU-1')).toEqual(both);
    expect((await upload(...file)).counts).toMatchObject({ same: 1, changed: 0 });

    expect((await steps.undo(later)).kept).toEqual([]);
    expect(await family('GU-1')).toEqual(alone);
    expect(await named('Phokham')).toEqual([]);
    // Nothing is left of the later file, so the earlier one can be taken back too.
    expect((await steps.undo(first)).kept).toEqual([]);
    expect(await named('Maenoy')).toEqual([]);
  });

  it('who is a record already is linked, and stays when the link is taken back', async () => {
    await moveIn(child('GU-2', mother), child('GU-3', father));
    const later = await moveIn(child('GU-2', mother, father));
    expect(await family('GU-2')).toEqual(both);
    expect(await named('Phokham')).toHaveLength(1);
    expect((await steps.undo(later)).kept).toEqual([]);
    expect([await family('GU-2'), await family('GU-3')]).toEqual([
      alone,
      [{ name: 'Phokham', payer: true }],
    ]);
  });

  it('of whom only the name or only the phone is known is said, and not added', async () => {
    await moveIn(child('GU-4', mother));
    const unclear = [
      child('GU-4', mother, 'Maenoy,Vongsa,020 5551 7999'),
      child('GU-4', mother, 'Bounmy,Keola,020 5551 7901'),
    ];
    for (const row of unclear)
      expect(await steps.rows(await upload(row), 'students')).toMatchObject([
        { state: 'same', problems: [{ field: 'guardian2Phone', isHint: true }] },
      ]);
  });

  it('waits where somebody has given the student one since the check', async () => {
    await moveIn(child('GU-5', mother), child('GU-6', father));
    const later = await upload(child('GU-5', mother, 'Bounmy,Keola,020 5551 7903'));
    await rowsOf(`insert into guardians
      select student.id, parent_id, 1, relation, false, false, true from guardians
      join students own on own.id = student_id join students student on true
      where own.student_code = 'GU-6' and student.student_code = 'GU-5'`);
    expect((await steps.run(later)).counts).toMatchObject({ in: 0, problem: 1 });
    const [row] = await steps.rows(later, 'students');
    expect(row?.problems).toMatchObject([{ field: 'guardian2Phone', isHint: false }]);
    expect(await named('Bounmy')).toEqual([]);
  });

  it('stays once somebody has made them the payer', async () => {
    await moveIn(child('GU-7', mother));
    const later = await moveIn(child('GU-7', mother, 'Somchit,Keola,020 5551 7904'));
    await rowsOf(`update guardians set is_payer = false
      where student_id = (select id from students where student_code = 'GU-7')`);
    await rowsOf(`update guardians set is_payer = true
      where parent_id = (select id from parents where first_name = 'Somchit')`);
    expect((await steps.undo(later)).kept).toMatchObject([{ kind: 'students' }]);
    expect((await steps.undo(later, true)).kept).toMatchObject([{ kind: 'students' }]);
    expect(await family('GU-7')).toHaveLength(2);
  });
});
