import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CentreExport } from '#contract/imports/centre-exports.ts';
import type { Move, OpeningTotals } from '#contract/imports/moving-in.ts';
import type { MoveComparison } from '#contract/imports/move-comparison.ts';
import { done } from '#tests/helpers/class-data.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { password } from '#tests/helpers/test-server.ts';
import type { Recipes, Stage } from '#tests/helpers/fuzz/stage.ts';

const octets = { 'content-type': 'application/octet-stream' };
const stepsOf = (stage: Stage) => movingSteps(() => stage.owner);
/** A sheet of one teacher who is new. */
const sheet = ({ number }: Stage) => {
  const n = number();
  return csv(
    'ລະຫັດ,ຊື່ ແລະ ນາມສະກຸນ,ເພດ,ເບີໂທ,ສາຂາ,ຄ່າສອນ/ຊມ,ປະເພດ',
    `FZ-${n},ສີສະຫວາດ ດວງມະນີ,ຊ,020 55${900_000 + n},VTE,"60,000 ກີບ",ເຕັມເວລາ`,
  );
};
async function uploaded(stage: Stage) {
  await stage.noFileRuns();
  return stepsOf(stage).upload(sheet(stage));
}
const read = async (stage: Stage) => ({ path: { id: (await uploaded(stage))._id } });

/** A move whose rows are in. */
async function movedIn(stage: Stage) {
  return stepsOf(stage).run(await uploaded(stage));
}
/** A move with money that can be written. */
async function withMoney(stage: Stage): Promise<Move> {
  const steps = stepsOf(stage);
  const { _id } = await stage.student();
  const code = await stage.one(`select student_code from students where id = '${_id}'`);
  const head = 'Student,Owes or credit,Amount,Currency,For,Billed on,Due date,Old paper no';
  const row = `${code},owes,"1,200,000",LAK,fee,05/10/2026,15/10/2026,${stage.number()}`;
  return steps.run(await steps.upload(csv(head, row)));
}

async function exported(stage: Stage): Promise<string> {
  const list = async () => done<CentreExport[]>(await stage.owner.get('/centre-exports'));
  if ((await list()).length === 0)
    done(await stage.owner.send('POST', '/centre-exports', { payload: { password } }));
  for (;;) {
    const [newest] = await list();
    if (newest && newest.state !== 'running') return newest._id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Recipes of what is kept in `folder`. */
export const safekeepingRecipes = (folder: string): Recipes => ({
  'POST /moves': (stage) => ({
    query: { fileName: 'sheets.csv' },
    body: sheet(stage),
    headers: octets,
  }),
  'POST /moves/:id/files': async (stage) => ({
    path: { id: (await uploaded(stage))._id },
    query: { fileName: 'teachers.csv' },
    body: sheet(stage),
    headers: octets,
  }),
  'GET /moves/:id': read,
  'GET /moves/:id/remarks': read,
  'GET /moves/:id/accounts': read,
  'POST /moves/:id/passwords': read,
  'GET /moves/:id/money': read,
  'GET /moves/:id/plan': read,
  'GET /moves/:id/comparison': read,
  'GET /moves/:id/rows': async (stage) => {
    const move = await uploaded(stage);
    const sheetId = stepsOf(stage).sheetOf(move, 'teachers')._id;
    return { path: { id: move._id }, query: { sheetId } };
  },
  'PUT /moves/:id/sheets/:sheetId': async (stage) => {
    const move = await uploaded(stage);
    const { _id, kind, matching, answers, defaults } = stepsOf(stage).sheetOf(move, 'teachers');
    const body = { kind, matching, answers, defaults };
    return { path: { id: move._id, sheetId: _id }, body, isWhole: true };
  },
  'PUT /moves/:id/rows/:rowId': async (stage) => {
    const move = await uploaded(stage);
    const [row] = await stepsOf(stage).rows(move, 'teachers');
    const body = { leftOut: true };
    return { path: { id: move._id, rowId: String(row?._id) }, body, isWhole: true };
  },
  'POST /moves/:id/check': read,
  'POST /moves/:id/run': read,
  'POST /moves/:id/stop': async (stage) => {
    const move = await uploaded(stage);
    await stepsOf(stage).start(move);
    return { path: { id: move._id } };
  },
  'POST /moves/:id/money': async (stage) => {
    const { _id } = await withMoney(stage);
    const { code } = done<OpeningTotals>(await stage.owner.get(`/moves/${_id}/money`));
    return { path: { id: _id }, body: { password, code } };
  },
  'POST /moves/:id/sign': async (stage) => {
    const { _id } = await stepsOf(stage).writeMoney(await withMoney(stage));
    const { code } = done<MoveComparison>(await stage.owner.get(`/moves/${_id}/comparison`));
    return { path: { id: _id }, body: { code } };
  },
  'POST /moves/:id/undo': async (stage) => ({ path: { id: (await movedIn(stage))._id } }),
  'POST /backups': () => ({ body: {}, isWhole: true }),
  'GET /backups/:id/file': async (stage) => {
    const name = `fuzz-${stage.number()}.zip`;
    writeFileSync(path.join(folder, name), 'not a backup');
    const id = await stage.one(`insert into backups (id, kind, state, file_name, bytes)
      values (gen_random_uuid(), 'asked', 'written', '${name}', 12) returning id`);
    return { path: { id } };
  },
  'POST /centre-exports': () => {
    return { body: { password } };
  },
  'GET /centre-exports/:id/file': async (stage) => ({ path: { id: await exported(stage) } }),
});
