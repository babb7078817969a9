import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

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
      .getQueriesData<{ rows?: unknown }>({ queryKey: [name] })
      .flatMap(([, data]) => (Array.isArray(data?.rows) ? (data.rows as Row[]) : []))
      .find(({ _id }) => _id === id),
  );
  return row;
}
