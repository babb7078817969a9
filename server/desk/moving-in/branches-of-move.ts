import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { movingRowTable, movingSheetTable } from '#server/db/tables/desk/moving-in.table.ts';
import { keepInTurn, type CheckTurn } from './check-turn.ts';
import { textsOf, type SheetRecord } from './effective-rows.ts';
import { branchWords, withStockColumns, type BranchWords } from './stock-columns.ts';

/** The branches that the sheets of a move bring, with what people have typed into them. */
export async function branchesOf(
  db: Db | Tx,
  sheets: readonly SheetRecord[],
): Promise<BranchWords[]> {
  const found: BranchWords[] = [];
  const { cells, edits, isLeftOut } = movingRowTable;
  for (const sheet of sheets.filter(({ kind }) => kind === 'branches')) {
    const rows = await db
      .select({ cells, edits, isLeftOut })
      .from(movingRowTable)
      .where(eq(movingRowTable.sheetId, sheet._id));
    for (const row of rows.filter((one) => !one.isLeftOut)) {
      const { branchCode: code = '', branchName: name = '' } = textsOf(row, sheet);
      if (code !== '') found.push({ code, words: [code, name].filter(Boolean) });
    }
  }
  return found;
}

/**
 * The sheets of a move, with the columns of stock of branches that came to be known after the
 * products: by a later file, a correction, or on the page of branches.
 */
export async function withLaterStock(
  turn: CheckTurn,
  sheets: readonly SheetRecord[],
): Promise<readonly SheetRecord[]> {
  const { db, move } = turn;
  const isOpen = ({ kind, matching }: SheetRecord) =>
    kind === 'products' && matching.includes(null);
  if (move.list !== null || !sheets.some(isOpen)) return sheets;
  const branches = [...(await branchWords(db)), ...(await branchesOf(db, sheets))];
  const named = sheets.map((sheet) =>
    isOpen(sheet)
      ? { ...sheet, matching: withStockColumns(sheet.matching, sheet.headings, branches) }
      : sheet,
  );
  const changed = named.filter(({ matching }, at) =>
    matching.some((field, column) => field !== sheets[at]?.matching[column]),
  );
  if (changed.length > 0)
    await keepInTurn(turn, async (tx) => {
      for (const { _id, matching } of changed)
        await tx.update(movingSheetTable).set({ matching }).where(eq(movingSheetTable._id, _id));
    });
  return named;
}
