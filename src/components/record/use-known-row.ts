import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listKey } from '#src/lib/request/resource.ts';

/**
 * The row of the list that was tapped, if a list of this page still has it: the head of its record
 * stands before the record has come.
 */
export function useKnownRow<Row extends { _id: string }>(
  { name }: { name: string },
  id: string,
): Row | undefined {
  const client = useQueryClient();
  const [row] = useState(() =>
    client
      .getQueriesData<{ rows?: unknown }>({ queryKey: listKey({ name }) })
      // A whole list has its rows beside their total, and a page of a long list is its rows.
      .flatMap(([, data]) => ([data, data?.rows].find(Array.isArray) ?? []) as Row[])
      .find(({ _id }) => _id === id),
  );
  return row;
}
