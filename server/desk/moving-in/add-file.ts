import { count, eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Move } from '#contract/imports/moving-in.ts';
import type { Db, Tx } from '#server/db/client.ts';
import {
  movingRowTable,
  movingSheetTable,
  moveTable,
} from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { writeOnce } from '#server/lib/write.ts';
import { beginAdding, endAdding, type AddingTurn } from './adding-turn.ts';
import { branchesOf } from './branches-of-move.ts';
import { CheckEnded, isOwnTurn, keepInTurn } from './check-turn.ts';
import { keepSheets, placed, type PlacedSheet } from './keep-move.ts';
import { auditOfMove, languageOfRequest } from './move-routes.ts';
import { checkingOf, stateBeforeAdding } from './move-state.ts';
import { readMove } from './read-move.ts';
import { recognise, type FilesBefore } from './recognise.ts';

/** As long as the name of one file may be. */
const LONGEST_NAME = 200;

/** What the earlier files of a move have brought: the limits hold over all files together. */
async function filesBefore(db: Db, moveId: string): Promise<FilesBefore> {
  const sheets = await db
    .select()
    .from(movingSheetTable)
    .where(eq(movingSheetTable.moveId, moveId));
  const ofMove = eq(movingRowTable.moveId, moveId);
  const [all] = await db.select({ rows: count() }).from(movingRowTable).where(ofMove);
  const branches = await branchesOf(db, sheets);
  return { sheets: sheets.length, rows: all?.rows ?? 0, branches };
}

type FurtherFile = { _id: string; file: Buffer; fileName: string };
type Stored = { turn: AddingTurn; sheets: PlacedSheet[] };

/** Stores a file behind the others; its sheets have no kind until all of them are there. */
async function storeFile(turn: AddingTurn, { _id, file, fileName }: FurtherFile): Promise<Stored> {
  const before = await filesBefore(turn.db, _id);
  const found = await recognise(turn.db, file, fileName, before);
  const sheets = found.map((sheet, at) => placed(sheet, before.sheets + at));
  const unfinished = sheets.map((sheet) => ({
    ...sheet,
    kind: null,
    position: -1 - sheet.position,
  }));
  await keepSheets((work) => keepInTurn(turn, work), _id, unfinished, before.rows);
  return { turn, sheets };
}

/** Makes stored sheets those of the move, which is checked next. */
async function takeFile(tx: Tx, { turn, sheets }: Stored, fileName: string): Promise<void> {
  const { move } = turn;
  const names = [move.fileName, fileName].filter(Boolean).join(', ').slice(0, LONGEST_NAME);
  const [own] = await tx
    .update(moveTable)
    .set({ fileName: names, state: checkingOf(stateBeforeAdding(move.state)) })
    .where(isOwnTurn(turn))
    .returning({ _id: moveTable._id });
  if (!own) throw new CheckEnded();
  for (const { _id, kind, position } of sheets)
    await tx.update(movingSheetTable).set({ kind, position }).where(eq(movingSheetTable._id, _id));
}

/**
 * Adds the sheets of a further file to a move, which is then checked again. Its rows are stored
 * slice by slice before the write. Meanwhile the move takes no other file and is neither mended nor
 * written; the rows of a file that does not become the answer go again.
 */
export async function addMoveFile(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  further: FurtherFile,
): Promise<Move> {
  const { _id, fileName } = further;
  let turn: AddingTurn | undefined;
  try {
    return await writeOnce<Move, Stored>(db, request, reply, {
      status: 200,
      prepare: async () => {
        turn = await beginAdding(db, _id);
        return storeFile(turn, further);
      },
      work: async (tx, stored) => {
        await takeFile(tx, stored, fileName);
        const read = await readMove(tx, _id, languageOfRequest(request));
        return { answer: read, audit: auditOfMove('read-file', _id, { fileName }) };
      },
    });
  } catch (error) {
    throw error instanceof CheckEnded ? new ApiError('moveRunning') : error;
  } finally {
    if (turn) await endAdding(turn);
  }
}
