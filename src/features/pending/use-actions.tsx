import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { loadWords } from '#src/lib/text/i18n.ts';
import { showToast } from '#src/lib/toast.ts';
import { runAll, type PendingAct, type RefusedAct } from './actions.ts';
import { usePendingChanged } from './pending-queries.ts';

const RefusedDialog = lazy(async () => {
  const [{ RefusedDialog: Dialog }] = await Promise.all([
    import('./refused-dialog.tsx'),
    loadWords('allocation'),
  ]);
  return { default: Dialog };
});

/** Runs an action for one row or for several, and shows the result. */
export function useActions(): {
  run: (actions: readonly PendingAct[], done: string) => Promise<void>;
  isBusy: boolean;
  outcome: ReactNode;
} {
  const { t } = useTranslation('pending');
  const changed = usePendingChanged();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly RefusedAct[]>([]);
  const run = async (actions: readonly PendingAct[], done: string) => {
    setBusy(true);
    const failed = await runAll(actions);
    setBusy(false);
    if (failed.length < actions.length)
      showToast(
        'success',
        actions.length === 1
          ? done
          : t('done.of', { what: done, n: actions.length - failed.length, of: actions.length }),
      );
    setRefused(failed);
    await changed();
  };
  const outcome = refused.length > 0 && (
    <Suspense>
      <RefusedDialog refused={refused} onClose={() => setRefused([])} />
    </Suspense>
  );
  return { run, isBusy, outcome };
}
