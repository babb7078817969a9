import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { stockCountsList } from '#contract/stock/stock-counts-list.ts';
import type { CountLine, StockCount } from '#contract/stock/stock-counts.ts';
import { listKey, type Rows } from '#src/lib/request/resource.ts';
import { asList, listQuery } from '#src/offline/lists/cached-list.ts';
import { recordCopy, useCachedRecord } from '#src/offline/lists/cached-record.ts';

// Both copies share a name prefix, so that the device lists a sheet and its lines as one.
const copyOf = (id: string, part: string, path: string) =>
  recordCopy(`${stockCountsList.name}|${id}|${part}`, path);
const pathOf = (id: string) => `${stockCountsList.path}/${encodeURIComponent(id)}`;
const sheetOf = (id: string) => copyOf(id, 'sheet', pathOf(id));
const linesOf = (id: string) => copyOf(id, 'lines', `${pathOf(id)}/lines`);

/** A sheet without its lines; available without network once it was opened with network. */
export const useStockCount = (id: string) => useCachedRecord<StockCount>(sheetOf(id));

/** The lines of a sheet, in the order of the shelf. */
export function useCountLines(id: string) {
  const query = useQuery(listQuery<CountLine>(linesOf(id), { quiet: true }));
  return asList<CountLine>(query, query.data?.rows, query.data?.total);
}

/** Puts a fresh answer of the server into the sheet on screen. */
export function useCountAnswers(id: string) {
  const client = useQueryClient();
  return {
    showLine: useCallback(
      (line: CountLine) =>
        client.setQueryData<Rows<CountLine>>(
          listKey(linesOf(id)),
          (list) =>
            list && {
              ...list,
              rows: list.rows.map((one) => (one.productId === line.productId ? line : one)),
            },
        ),
      [client, id],
    ),
    showSheet: useCallback(
      (sheet: StockCount) => {
        client.setQueryData<Rows<StockCount>>(listKey(sheetOf(id)), { rows: [sheet], total: 1 });
        void client.invalidateQueries({ queryKey: listKey(linesOf(id)) });
      },
      [client, id],
    ),
  };
}
