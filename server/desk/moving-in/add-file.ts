import { count, eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Move } from '#contract/imports/moving-in.ts';
import type { Db } from '#server/db/client.ts';
import {
  movingRowTable,
  movingSheetTable,
  moveTable,
} from '#server/db/tables/desk/moving-in.table.ts';
import { writeOnce } from '#server/lib/write.ts';
import { beginCheck, dropSheets, keepFurther } from './keep-move.ts';
import { openMove } from './mend-move.ts';
import { auditOfMove, languageOfRequest } from './move-routes.ts';
import { readMove } from './read-move.ts';
import { branchesIn, recognise, type FilesBefore } from './recognise.ts';

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
  const branches = [];
  for (const { _id, kind, matching } of sheets.filter((sheet) => sheet.kind === 'branches')) {
    const { cells } = movingRowTable;
    const ofSheet = eq(movingRowTable.sheetId, _id);
    const rows = await db.select({ cells }).from(movingRowTable).where(ofSheet);
    branches.push(...branchesIn({ kind, matching, rows }));
  }
  return { sheets: sheets.length, rows: all?.rows ?? 0, branches };
}

type FurtherFile = { _id: string; file: Buffer; fileName: string };

/**
 * Adds the sheets of a further file to a move, which is then checked again. Its rows are stored
 * slice by slice before the write, and wait until they are checked; those of a file that does not
 * become the answer go again.
 */
export async function addMoveFile(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  { _id, file, fileName }: FurtherFile,
): Promise<Move> {
  let kept: string[] = [];
  let taken: string[] = [];
  let isAnswered = false;
  try {
    const answer = await writeOnce<Move, string[]>(db, request, reply, {
      status: 200,
      prepare: async () => {
        await db.transaction((tx) => openMove(tx, _id));
        const before = await filesBefore(db, _id);
        kept = await keepFurther(db, _id, await recognise(db, file, fileName, before), before);
        return kept;
      },
      work: async (tx, ids) => {
        const move = await openMove(tx, _id);
        const names = [move.fileName, fileName].filter(Boolean).join(', ').slice(0, LONGEST_NAME);
        await tx.update(moveTable).set({ fileName: names }).where(eq(moveTable._id, _id));
        await beginCheck(tx, move);
        taken = ids;
        const read = await readMove(tx, _id, languageOfRequest(request));
        return { answer: read, audit: auditOfMove('read-file', _id, { fileName }) };
      },
    });
    isAnswered = true;
    return answer;
  } finally {
    if (kept.length > 0 && !(isAnswered && taken === kept)) await dropSheets(db, kept);
  }
}
