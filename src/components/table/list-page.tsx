import { memo, useEffect, useState, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { Resource, RowOf } from '#contract/resource.ts';
import type { MessageKey } from '#src/lib/messages.ts';
import type { Lookup } from '#src/offline/lookup.ts';
import { usePainted } from '#src/lib/use-painted.ts';
import { usePagedList } from '#src/offline/paged-list.ts';
import type { WordColumn } from './columns.ts';
import { ListStates } from './list-states.tsx';
import { ListTop, type ListTools } from './list-top.tsx';
import { LongTable } from './long-table.tsx';
import { Pager } from './pager.tsx';
import { RecordCards } from './record-cards.tsx';
import { useColumnChoice } from './use-column-choice.ts';
import { useRecordRows } from './use-record-rows.ts';
import { useSelection } from './use-selection.ts';

type PagedResource = Resource & { row: z.ZodMiniType<{ _id: string }> };

type ListPageProps<R extends PagedResource, Kept extends Record<string, unknown>> = Omit<ListTools<RowOf<R>>, 'columns'> & {
  resource: R;
  columns: readonly WordColumn<RowOf<R>>[];
  /** What the device keeps of the list, for when the server does not answer. */
  lookup?: Lookup<Kept, RowOf<R>>;
  open?: (row: RowOf<R>) => string;
  /** The catalogue's text for a list that did not come. */
  failed: MessageKey;
  /** What stands here before there is any record. */
  empty: ReactNode;
};

/** An answer that comes sooner says by itself that it was waited for. */
const WAITING_SHOWS_AFTER_MS = 300;

const KeptPager = memo(Pager);

/**
 * A long list with everything around it: head, search, filters, table or cards, pages. An answer draws its rows first and
 * what stands around them a moment later.
 */
export function ListPage<R extends PagedResource, Kept extends Record<string, unknown> = never>(props: ListPageProps<R, Kept>) {
  const { resource, lookup, open, failed, empty, ...tools } = props;
  const { title, view, columns, bulk } = tools;
  const { isPhone, savedId } = useRecordRows();
  const Records = isPhone ? RecordCards : LongTable;
  const list = usePagedList(resource, view, lookup);
  const around = usePainted(list, list.refreshing ? WAITING_SHOWS_AFTER_MS : 0);
  const isShown = around === list && !list.refreshing;
  const { onShown } = view;
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
  const choice = useColumnChoice(resource.name, columns);
  const selection = useSelection(JSON.stringify([view.asked, view.filters]));
  const [printed, setPrinted] = useState<readonly RowOf<R>[]>();
  return (
    <>
      <ListTop {...tools} list={around} choice={choice} selection={selection} printed={printed} setPrinted={setPrinted} />
      <ListStates list={list} columns={choice.shown.length} view={view} failed={failed} empty={empty}>
        {(rows) => (
          <>
            <Records<RowOf<R>> label={title} rows={printed ?? rows} whole={printed !== undefined} columns={choice.shown} view={view} open={open} savedId={savedId} selection={bulk && selection} />
            <KeptPager list={around} view={view} />
          </>
        )}
      </ListStates>
    </>
  );
}
