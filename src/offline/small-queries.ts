import { forgivingStorage } from '#src/lib/forgiving-storage.ts';
import { SMALL_QUERIES_KEY } from '#src/lib/storage-keys.ts';

/** Whether the device keeps small lists, asked without loading what brings them back. */
export const hasSmallQueries = () => forgivingStorage.getItem(SMALL_QUERIES_KEY) !== null;
