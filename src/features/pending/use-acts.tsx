import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { loadWords } from '#src/lib/text/i18n.ts';
import { showToast } from '#src/lib/toast.ts';
import { runAll, type Act, type Refused } from './acts.ts';
import { usePendingChanged } from './pending-queries.ts';

const RefusedDialog = lazy(async () => {
  const [{ RefusedDialog: Dialog }] = await Promise.all([
    import('./refused-dialog.tsx'),
    loadWords('allocation'),
  ]);
  return { default: Dialog };
});

/** Runs an action for one row or for several, and shows the result. */
export function useActs(): {
  run: (acts: readonly Act[], done: string) => Promise<void>;
  isBusy: boolean;
  outcome: ReactNode;
} {
  const { t } = useTranslation('pending');
  const changed = usePendingChanged();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const run = async (acts: readonly Act[], done: string) => {
    setBusy(true);
    const failed = await runAll(acts);
    setBusy(false);
    if (failed.length < acts.length)
      showToast(
        'success',
        acts.length === 1
          ? done
          : t('done.of', { what: done, n: acts.length - failed.length, of: acts.length }),
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
