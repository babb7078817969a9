import type { QueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import { type Saver, withIdempotency } from './save.ts';
import { listKey, type Changeable, type ResourceAddress } from './resource.ts';

/**
 * Saves records whose page shows more than their list; `confirmed` tells if the person has seen
 * the possible duplicates.
 * `alsoShownIn` lists other resources that show parts of them: a child's record changes its
 * parents, and the list of parents counts the children.
 */
export function detailSaver<Input extends object, Row extends Changeable>(
  client: QueryClient,
  resource: ResourceAddress,
  confirmed: () => boolean,
  alsoShownIn: readonly { name: string }[],
): Saver<Input, Row> {
  return {
    send: (input, row, key) => {
      const body = { ...input, confirmedDuplicate: confirmed() };
      return row
        ? api.put(
            `${resource.path}/${row._id}`,
            { ...body, version: row.version },
            { ...withIdempotency(key), quiet: true },
          )
        : api.post(resource.path, body, { ...withIdempotency(key), quiet: true });
    },
    fetchLatest: (_input, row) => api.get(`${resource.path}/${row._id}`),
    onConfirmed: () => {
      for (const list of [resource, ...alsoShownIn])
        void client.invalidateQueries({ queryKey: listKey(list) });
    },
  };
}
