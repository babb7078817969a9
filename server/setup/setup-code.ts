import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { setupCodeTable } from '#server/db/tables/start/setup-codes.table.ts';
import { hashOfCode, newOneTimeCode } from '#server/lib/one-time-code.ts';

/** A new one-time code for the first-run form; only its hash is stored. */
export async function newSetupCode(db: Db): Promise<string> {
  const code = newOneTimeCode();
  await db.insert(setupCodeTable).values({ codeHash: hashOfCode(code) });
  return code;
}

/** True if a running server has printed `code`. */
export async function isSetupCode(db: Db | Tx, code: string): Promise<boolean> {
  return (await db.$count(setupCodeTable, eq(setupCodeTable.codeHash, hashOfCode(code)))) > 0;
}
