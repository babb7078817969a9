import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type SQL } from 'drizzle-orm';
import { startBuiltServer, type BuiltServer } from '#scripts/built-server.ts';
import { openDatabase } from '#server/db/client.ts';
import { deviceTable } from '#server/db/tables/centre/devices.table.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';

const IMAGE = 'DEMO_CENTRE_IMAGE';

/**
 * A device that was last heard 20 minutes ago, so that its next request ends a silence. No journey
 * can wait for a silence of its own.
 */
export const SILENT_DEVICE = '019a0000-0000-7000-8000-00000000d05e';
const SILENT_MS = 20 * 60_000;

/**
 * Seeds the demo centre once per run, because seeding takes several times as long as starting a
 * server.
 */
export default async function makeDemoCentre(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'branchdesk-demo-image-'));
  const { db, close } = await openDatabase({ folder }, (error) => {
    throw error;
  });
  await seedDemoCentre(db);
  const lastHeardAt = new Date(Date.now() - SILENT_MS).toISOString();
  await db.insert(deviceTable).values({ deviceId: SILENT_DEVICE, lastHeardAt });
  // Somebody who is here for more than a year without a place; no journey can wait for that either.
  await db.execute(sql`
    update students set created_at = now() - interval '13 months'
    where id = (
      select student.id from students student join branches on branches.id = student.home_branch_id
      where branches.code = 'VTE' and student.status = 'active' and not student.archived
        and not exists (select from enrolments where student_id = student.id)
      order by student.student_code limit 1)`);
  await close();
  process.env[IMAGE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Copies the data of the demo centre into `folder`. */
export function copyDemoCentre(folder: string): void {
  cpSync(process.env[IMAGE] ?? '', folder, { recursive: true });
}

async function arrange(folder: string, statements: readonly SQL[]): Promise<void> {
  const { db, close } = await openDatabase({ folder }, (error) => {
    throw error;
  });
  for (const statement of statements) await db.execute(statement);
  await close();
}

/**
 * Starts a server over a copy of the demo centre, which is deleted when the server stops. The
 * statements come first, for what would take days.
 */
export async function startDemoCentre(
  variables: Record<string, string> = {},
  statements: readonly SQL[] = [],
): Promise<BuiltServer> {
  const folder = mkdtempSync(join(tmpdir(), 'branchdesk-demo-copy-'));
  copyDemoCentre(folder);
  if (statements.length > 0) await arrange(folder, statements);
  const server = await startBuiltServer({ variables: { ...variables, DATA_DIR: folder } });
  const gone = (end: () => Promise<void>) => async () => {
    await end();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...server, stop: gone(server.stop), kill: gone(server.kill) };
}
