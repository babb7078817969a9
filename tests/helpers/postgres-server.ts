import { startPrimary } from '#scripts/postgres-cluster.ts';

/** Starts a PostgreSQL that lasts as long as this run; gives its address and what ends it. */
export async function startPostgres(
  programs: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  // Its data lives as long as this run: nothing is gained by waiting for the disk.
  const { url, stop } = await startPrimary({
    programs,
    settings: ['max_connections=300', 'fsync=off'],
  });
  return { url, stop };
}
