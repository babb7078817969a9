import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listKey } from '#src/lib/request/resource.ts';

/** The rows of a whole list, or of one page of a long list. */
function rowsOf(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  return data instanceof Object && 'rows' in data ? rowsOf(data.rows) : [];
}

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
      .getQueriesData({ queryKey: listKey({ name }) })
      .flatMap(([, data]) => rowsOf(data) as Row[])
      .find(({ _id }) => _id === id),
  );
  return row;
}
