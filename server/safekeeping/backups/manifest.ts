import { z } from 'zod';
import { VERSION } from '#contract/version.ts';
import type { SchemaVersion } from '#server/db/migrate.ts';

/** The description of a backup, inside it. */
export const MANIFEST = 'manifest.json';
/** The folder of the embedded engine inside a backup, and the dump of a PostgreSQL database. */
export const ENGINE_FOLDER = 'pg';
export const DUMP = 'database.dump';

const series = z.object({
  kind: z.string(),
  branch: z.string().nullable(),
  year: z.number().nullable(),
  last: z.number(),
});
export type SeriesEnd = z.output<typeof series>;

const manifestSchema = z.object({
  product: z.literal('BranchDesk'),
  format: z.literal(1),
  version: z.string(),
  schema: z.object({ migrations: z.number(), hash: z.string() }),
  engine: z.enum(['embedded', 'postgresql']),
  /** The version of PostgreSQL. An embedded folder opens only with the same major version. */
  engineVersion: z.number(),
  startedAt: z.string(),
  /** The moment of which the content is: the last write before it is in the backup. */
  takenAt: z.string(),
  /** The last number of each series, by the code of its branch. */
  series: z.array(series),
  /** The rows of each table. */
  rows: z.record(z.string(), z.number()),
  /** The files whose contents lie in the store of files, and whether the check found each there. */
  outside: z
    .array(z.object({ sha256: z.string(), bytes: z.number(), found: z.boolean() }))
    .default([]),
  /** The store, by its address and bucket. */
  fileStore: z.string().nullable().default(null),
  /** How the copy was opened; null if it was not. */
  proof: z.object({ at: z.string(), differences: z.number() }).nullable(),
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
});
export type Manifest = z.output<typeof manifestSchema>;
export type OutsideFile = Manifest['outside'][number];

/** What is known of a backup before its files are packed. */
export type BackupFacts = {
  engine: Manifest['engine'];
  engineVersion: number;
  schema: SchemaVersion;
  startedAt: string;
  takenAt: string;
  series: SeriesEnd[];
};

export const newManifest = (
  facts: BackupFacts,
  parts: Pick<Manifest, 'rows' | 'proof' | 'files' | 'outside' | 'fileStore'>,
): Manifest => ({
  product: 'BranchDesk',
  format: 1,
  version: VERSION,
  ...facts,
  ...parts,
});

/** The backup does not open, or is not what was copied. */
export class DamagedBackup extends Error {}

/** The manifest in the text of its file. Throws `DamagedBackup`. */
export function parseManifest(text: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new DamagedBackup('It has no readable manifest, so it is no backup of BranchDesk.');
  }
}
