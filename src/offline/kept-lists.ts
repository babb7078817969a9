import type { Snapshot } from './db.ts';
import { hasDeviceStorage, onDevice } from './device-storage.ts';

export type KeptList = Pick<Snapshot, 'list' | 'fetchedAt' | 'count' | 'size'>;

/** The lists that this device holds a copy of. */
export async function keptLists(): Promise<KeptList[]> {
  if (!(await hasDeviceStorage())) return [];
  return (await onDevice((db) => db.snapshots.toArray())) ?? [];
}
