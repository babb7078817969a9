import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { SMALL_QUERIES_KEY } from '#src/lib/browser/storage-keys.ts';

/** True if the device has small lists; answers without loading the code that restores them. */
export const hasSmallQueries = () => forgivingStorage.getItem(SMALL_QUERIES_KEY) !== null;
