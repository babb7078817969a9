import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { Button } from '#src/components/kit/button.tsx';

const FinishDialog = lazy(async () => ({
  default: (await import('./finish-dialog.tsx')).FinishDialog,
}));

/** Finishes a running class, after a question. */
export function FinishClass({ row }: { row: SchoolClass }) {
  const { t } = useTranslation('class-page');
  const [isAsked, setAsked] = useState(false);
  const done = () => {
    setAsked(false);
    // The button disappears with the status it was for.
    document.querySelector<HTMLElement>('h1')?.focus();
  };
  return (
    <>
      {row.status === 'running' && (
        <Button icon={Flag} isShort onClick={() => setAsked(true)}>
          {t('finish.action')}
        </Button>
      )}
      <Suspense>
        {isAsked && <FinishDialog row={row} onClose={() => setAsked(false)} onDone={done} />}
      </Suspense>
    </>
  );
}
