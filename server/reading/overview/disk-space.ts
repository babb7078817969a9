import type { DiskSpace } from '#contract/reports/overview.ts';
import { DISK_LOW_BYTES } from '#contract/reports/overview-parts.ts';
import type { Services } from '#server/lib/api.ts';

/**
 * The free space for the data, so that somebody makes room before a write is refused. A disk that
 * cannot be measured warns nobody, because the overview must open all the same.
 */
export async function readDiskSpace(freeBytes: Services['freeBytes']): Promise<DiskSpace> {
  const free = (await freeBytes?.().catch(() => null)) ?? null;
  return { freeBytes: free, isLow: free !== null && free < DISK_LOW_BYTES };
}
