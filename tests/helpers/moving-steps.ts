import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import {
  isMoveBusy,
  type Move,
  type MoveUndoBegun,
  type MovingRow,
  type MovingRowInput,
  type MovingSheetInput,
  type MovingSheetKind,
  type OpeningTotals,
} from '#contract/imports/moving-in.ts';
import type { Db } from '#server/db/client.ts';
import { password, type Client } from './test-server.ts';

const octets = { 'content-type': 'application/octet-stream' };

/** A file as centres have it, from the cases of moving in. */
export const movingFile = (name: string) =>
  readFileSync(new URL(`../cases/moving-in/${name}`, import.meta.url));

/** Takes in the rates of the worked examples. */
export const addMovingRates = (db: Db) =>
  db.execute(
    sql`insert into exchange_rates (id, currency, rate_to_lak, note, created_by, created_at, search) select gen_random_uuid(), currency, rate, '', '', clock_timestamp(), '' from (values ('THB', 660), ('USD', 21500)) as known(currency, rate)`,
  );

/** Begins to write the money of a move, with the sums that `client` sees now. */
export async function beginMoney(client: Client, { _id }: Pick<Move, '_id'>, secret = password) {
  const path = `/moves/${_id}/money`;
  const { code } = (await client.get(path)).json<OpeningTotals>();
  return client.send('POST', path, { payload: { password: secret, code } });
}

/** The steps of a move; `owner` takes them. */
export function movingSteps(owner: () => Client) {
  const sent = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST') => {
    const answer = await owner().send(method, path, { payload: body });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
    return answer;
  };
  const read = async (_id: string) => (await owner().get(`/moves/${_id}`)).json<Move>();
  const ended = async (_id: string) => {
    for (;;) {
      const move = await read(_id);
      if (!isMoveBusy(move.state)) return move;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  /** The move once it is checked; a busy machine may need longer than the answer waits. */
  const checked = (move: Move) => (move.state === 'checking' ? ended(move._id) : move);
  const sheetOf = ({ sheets }: Move, kind: MovingSheetKind) => {
    const found = sheets.find((sheet) => sheet.kind === kind);
    if (!found) throw new Error(`No sheet of ${kind}`);
    return found;
  };
  return {
    read,
    sheetOf,
    upload: async (file: Buffer, branchId?: string) => {
      const query = branchId === undefined ? '' : `&branchId=${branchId}`;
      const answer = await owner().send('POST', `/moves?fileName=sheets.xlsx${query}`, {
        payload: file,
        headers: octets,
      });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return checked(answer.json<Move>());
    },
    rows: async (move: Move, kind: MovingSheetKind, state?: MovingRow['state']) => {
      const query = state === undefined ? '' : `&state=${state}`;
      const path = `/moves/${move._id}/rows?sheetId=${sheetOf(move, kind)._id}${query}`;
      return (await owner().get(path)).json<{ rows: MovingRow[]; total: number }>().rows;
    },
    mend: async (move: Move, row: MovingRow, input: Partial<MovingRowInput>) =>
      checked((await sent(`/moves/${move._id}/rows/${row._id}`, input, 'PUT')).json<Move>()),
    change: async (move: Move, kind: MovingSheetKind, input: Partial<MovingSheetInput>) => {
      const { _id, matching, answers, defaults } = sheetOf(move, kind);
      const body = { kind, matching, answers, defaults, ...input };
      const answer = await sent(`/moves/${move._id}/sheets/${_id}`, body, 'PUT');
      return checked(answer.json<Move>());
    },
    /** Writes everything that is ready, and waits for the end. */
    run: async ({ _id }: Move) => {
      await sent(`/moves/${_id}/run`, {});
      return ended(_id);
    },
    /** Writes the money that is due, and waits for the end. */
    writeMoney: async (move: Move) => {
      const answer = await beginMoney(owner(), move);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return ended(move._id);
    },
    ended,
    start: ({ _id }: Move) => sent(`/moves/${_id}/run`, {}),
    check: async ({ _id }: Move) => checked((await sent(`/moves/${_id}/check`, {})).json<Move>()),
    stop: ({ _id }: Move) => sent(`/moves/${_id}/stop`, {}),
    /** Takes back what is written, and waits for the end; nothing, if something of it is used. */
    undo: async ({ _id }: Move, others = false) => {
      const { begun, kept } = (await sent(`/moves/${_id}/undo`, { others })).json<MoveUndoBegun>();
      if (!begun) return { removed: 0, archived: 0, kept };
      const { undo } = await ended(_id);
      if (!undo || undo.stopped !== null) throw new Error(`Stopped: ${undo?.stopped}`);
      return { removed: undo.removed, archived: undo.archived, kept: undo.kept };
    },
  };
}
