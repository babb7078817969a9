import pLimit from 'p-limit';
import type pg from 'pg';
import { FileStoreError, fileStoreOf } from '#server/lib/file-store.ts';
import type { FileStoreSettings } from '#server/lib/file-store-settings.ts';
import type { OutsideFile } from './manifest.ts';

// Contents in the store of files are not in a backup. It names them, and says which of them the
// store had. docs/operations.md, "Files in a store".

export type NamedFile = Pick<OutsideFile, 'sha256' | 'bytes'>;

/** The contents that rows of this database leave to the store; each digest once. */
export async function listOutside(client: Pick<pg.ClientBase, 'query'>): Promise<NamedFile[]> {
  const { rows: known } = await client.query(
    `select 1 from information_schema.columns
     where table_schema = 'public' and table_name = 'files' and column_name = 'outside_sha256'`,
  );
  // A version of before knew no store.
  if (known.length === 0) return [];
  const { rows } = await client.query<NamedFile>(
    `select distinct outside_sha256 as sha256, bytes from (
       select outside_sha256, bytes from public.files
       union all select outside_sha256, bytes from public.announcement_files) files
     where outside_sha256 is not null order by 1`,
  );
  return rows;
}

const AT_ONCE = 8;

export type Search = {
  outside: OutsideFile[];
  /** The store by its address and bucket; null if none is set. */
  fileStore: string | null;
  /** A sentence about what is missing; empty if nothing is. */
  missing: string;
};

/**
 * Asks the store for each file. Once it fails, it is asked no more, and the rest counts as missing.
 */
export async function lookForFiles(
  named: readonly NamedFile[],
  settings: FileStoreSettings | undefined,
): Promise<Search> {
  const store = fileStoreOf(settings);
  let problem = store ? '' : 'No store is set (FILES_S3_BUCKET).';
  const limit = pLimit(AT_ONCE);
  const isThere = async ({ sha256, bytes }: NamedFile): Promise<boolean> => {
    if (!store || problem !== '') return false;
    try {
      return (await store.sizeOf(sha256)) === bytes;
    } catch (error) {
      if (!(error instanceof FileStoreError)) throw error;
      problem = error.message;
      return false;
    }
  };
  const outside = await Promise.all(
    named.map((file) => limit(async () => ({ ...file, found: await isThere(file) }))),
  );
  store?.close();
  const lost = outside.filter(({ found }) => !found);
  const names = lost.slice(0, 3).map(({ sha256 }) => sha256);
  const more = lost.length > names.length ? ' and others' : '';
  const missing =
    lost.length === 0
      ? ''
      : `${lost.length} of ${outside.length} files outside were not found: ${problem || `${names.join(', ')}${more}.`}`;
  return { outside, fileStore: store?.name ?? null, missing };
}
