import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { read, textFiles } from './project-files.ts';

const BASELINE = 'server/db/migrations/0000_baseline.sql';
/** To renew it before the first release: `sha256sum server/db/migrations/0000_baseline.sql`. */
const SHA256 = '350ad16945d47999236ba54a41894e53095806fc727792b82e8ce705809afc28';

it('has the baseline of the first release, because databases that ran it never run it again', () => {
  const hash = createHash('sha256').update(read(BASELINE)).digest('hex');
  expect(hash, 'a change of the tables is a further migration: npm run db:generate').toBe(SHA256);
});

it('keeps the snapshot of the newest migration alone, which the next one is compared with', () => {
  const migrations = textFiles.filter((file) => /migrations\/\d{4}_\w+\.sql$/.test(file));
  const newest = String(migrations.length - 1).padStart(4, '0');
  expect(textFiles.filter((file) => file.endsWith('_snapshot.json'))).toEqual([
    `server/db/migrations/meta/${newest}_snapshot.json`,
  ]);
});
