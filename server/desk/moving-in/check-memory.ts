import { hash } from 'node:crypto';
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { movingRowTable } from '#server/db/tables/desk/moving-in.table.ts';
import type { KeptReading } from '#server/desk/imports/read-columns.ts';
import type { CellsOfRow } from './effective-rows.ts';
import type { NameKeys } from './known-names.ts';
import type { CheckedMovingRow, RowParts } from './row-check.ts';

/** Rows are read in pages, so that no statement holds the embedded engine for long. */
const PAGE_ROWS = 1000;
/** A move that nobody mends for so long is read anew. */
const KEPT_MS = 10 * 60_000;
const MOST_VERSIONS = 1000;
const MOST_KEYS = 200_000;

/** An open row, the parts of its check, and the digest of what is stored of it. */
export type KeptRow = { record: CellsOfRow; parts: RowParts; stored?: string };

/** A row with what the check found, and its place among all rows of the move. */
export type FoundRow = { kept: KeptRow; checked: CheckedMovingRow; position: number };

/** What a check stores of a row, as one short text. */
export function digestOfRow({ checked, position }: FoundRow): string {
  const { name, state, problems, recordId, input, money, changes } = checked;
  const told = [name, state, problems, recordId, input, money, changes, position];
  return hash('sha256', JSON.stringify(told), 'base64');
}

/**
 * The rows of one move as its last check in this process has stored them, so that the next one
 * reads and stores only rows that are not so any more. A row has the version of the transaction
 * that wrote it last (PostgreSQL's `xmin`). If that is one of a check here, nobody has changed the
 * row since; every other row is read again, also after a mend in another process.
 */
export class CheckMemory {
  readonly keys: NameKeys = new Map();
  readonly readings = new WeakMap<CellsOfRow, { reading?: KeptReading }>();
  readonly #versions = new Set<string>();
  readonly #sheets = new Map<string, Map<string, KeptRow>>();

  /** The open rows of a sheet by their number; those that are written already stay as they are. */
  async openRows(db: Db, sheetId: string): Promise<KeptRow[]> {
    const rows = this.#sheets.get(sheetId) ?? new Map<string, KeptRow>();
    this.#sheets.set(sheetId, rows);
    const isOpen = and(eq(movingRowTable.sheetId, sheetId), ne(movingRowTable.state, 'in'));
    await this.#read(db, sheetId, rows);
    if (rows.size !== (await db.$count(movingRowTable, isOpen))) {
      // Some were written or have gone since.
      rows.clear();
      await this.#read(db, sheetId, rows);
    }
    return [...rows.values()].toSorted((one, other) => one.record.number - other.record.number);
  }

  /** Reads the open rows of a sheet that a check here was not the last to write. */
  async #read(db: Db, sheetId: string, rows: Map<string, KeptRow>): Promise<void> {
    const { _id, number, cells, from1904, edits, isLeftOut, state } = movingRowTable;
    const versions = rows.size > 0 ? [...this.#versions] : [];
    const isOther = sql`${movingRowTable}.xmin::text <> all(${sql.param(versions)}::text[])`;
    for (let last = -1; ;) {
      const page = await db
        .select({ _id, number, cells, from1904, edits, isLeftOut, state })
        .from(movingRowTable)
        .where(and(eq(movingRowTable.sheetId, sheetId), ne(state, 'in'), gt(number, last), isOther))
        .orderBy(asc(number))
        .limit(PAGE_ROWS);
      for (const record of page) rows.set(record._id, { record, parts: new Map() });
      if (page.length < PAGE_ROWS) return;
      last = page.at(-1)?.number ?? last;
    }
  }

  /** Notes what a transaction of this version has stored. */
  keep(version: string, found: readonly { kept: KeptRow; digest: string }[]): void {
    this.#versions.add(version);
    for (const { kept, digest } of found) kept.stored = digest;
  }

  /** True while it is small enough to be kept; each mend adds to it. */
  get isSmall(): boolean {
    return this.#versions.size <= MOST_VERSIONS && this.keys.size <= MOST_KEYS;
  }
}

type Remembered = { moveId: string; memory: CheckMemory; forgetting: NodeJS.Timeout };

/** One move at most of each database, because only one is mended at a time. */
const remembered = new WeakMap<Db, Remembered>();

/** What is known of the last check of a move, for a while. */
export function memoryOf(db: Db, moveId: string): CheckMemory {
  const before = remembered.get(db);
  clearTimeout(before?.forgetting);
  const isOfMove = before?.moveId === moveId && before.memory.isSmall;
  const memory = isOfMove ? before.memory : new CheckMemory();
  const forgetting = setTimeout(() => remembered.delete(db), KEPT_MS).unref();
  remembered.set(db, { moveId, memory, forgetting });
  return memory;
}
