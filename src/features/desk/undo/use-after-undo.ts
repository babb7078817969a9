import { useQueryClient } from '@tanstack/react-query';
import { stockLevelsList } from '#contract/stock/stock-levels-list.ts';
import { drawersKey } from '#src/entities/drawer/use-drawer.ts';
import { DESK } from '#src/features/desk/desk-queries.ts';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';
import { listKey } from '#src/lib/request/resource.ts';
import type { Undone } from './undone-note.tsx';

/** Opens an undone visit again, and asks anew for what it had changed. */
export function useAfterUndo(
  branchId: string,
  onNext: (opened: { begin: VisitDraft; undone: Undone }) => void,
) {
  const client = useQueryClient();
  const open = async (undone: Undone) => {
    const { restoreVisitDraft } = await import('./restore-visit-draft.ts');
    onNext({ begin: await restoreVisitDraft(undone, branchId), undone });
  };
  return (undone: Undone) => {
    for (const queryKey of [[DESK], drawersKey(branchId), listKey(stockLevelsList)])
      void client.invalidateQueries({ queryKey });
    void open(undone);
  };
}
