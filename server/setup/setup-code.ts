import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { sha256 } from '#server/lib/tokens.ts';
import { setupCodeTable } from '#server/db/tables/start/setup-codes.table.ts';

/** Without letters and digits that sound or look alike. */
const ALPHABET = 'ACDEFGHJKMNPQRTUVWXY34679';
const GROUPS = 3;
const GROUP_LENGTH = 4;

const letters = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '');
const hashOf = (code: string) => sha256(letters(code));

/** A new one-time code such as `HKQ4-7XMA-PT3C`; only its hash is stored. */
export async function newSetupCode(db: Db): Promise<string> {
  const letter = () => ALPHABET.charAt(randomInt(ALPHABET.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('');
  const code = Array.from({ length: GROUPS }, group).join('-');
  await db.insert(setupCodeTable).values({ codeHash: hashOf(code) });
  return code;
}

/** True if a running server has printed `code`; case, spaces and dashes do not matter. */
export async function isSetupCode(db: Db | Tx, code: string): Promise<boolean> {
  return (await db.$count(setupCodeTable, eq(setupCodeTable.codeHash, hashOf(code)))) > 0;
}
