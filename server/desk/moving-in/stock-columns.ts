import type { Db, Tx } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { headingKey } from '#server/lib/sheets/heading-key.ts';

/** Columns of opening stock: the field says the branch, `stock DDK`. */
const STOCK = 'stock ';
export const isStockField = (field: string): boolean => field.startsWith(STOCK);
export const stockField = (branchCode: string): string => STOCK + branchCode;
export const stockBranch = (field: string): string => field.slice(STOCK.length);

/** What stands before the branch in a heading, if anything does. */
const BEFORE = /^(?:opening\s*stock|stock|on\s*hand|ຍອດເລີ່ມຕົ້ນ|ສະຕັອກ|ຈຳນວນ)\s*[:-]?\s*/iu;

/** A branch by everything that a column of its stock may be called. */
export type BranchWords = { code: string; words: string[] };

export async function branchWords(db: Db | Tx): Promise<BranchWords[]> {
  const { code, branchName, branchNameLo } = branchTable;
  const rows = await db.select({ code, branchName, branchNameLo }).from(branchTable);
  return rows.map((row) => ({
    code: row.code,
    words: [row.code, row.branchName, row.branchNameLo].filter(Boolean),
  }));
}

/** The branch that a heading names; any line of it may do so. */
export function stockColumn(heading: string, branches: readonly BranchWords[]): string | null {
  const keys = heading
    .split('\n')
    .flatMap((line) => [headingKey(line), headingKey(line.trim().replace(BEFORE, ''))]);
  const found = branches.find(({ words }) => words.some((word) => keys.includes(headingKey(word))));
  return found ? stockField(found.code) : null;
}

/** The columns of a sheet of products with those of stock, where no other field has them. */
export const withStockColumns = (
  columns: readonly (string | null)[],
  headings: readonly string[],
  branches: readonly BranchWords[],
): (string | null)[] => {
  const taken = new Set(columns);
  return columns.map((field, at) => {
    const stock = field === null ? stockColumn(headings[at] ?? '', branches) : null;
    if (stock === null || taken.has(stock)) return field;
    taken.add(stock);
    return stock;
  });
};

/** The codes of branches, with those that columns of stock name besides. */
export const withStockBranches = (
  codes: readonly string[],
  matching: readonly (string | null)[],
): string[] => [
  ...new Set([
    ...codes,
    ...matching.flatMap((field) =>
      field !== null && isStockField(field) ? [stockBranch(field)] : [],
    ),
  ]),
];
