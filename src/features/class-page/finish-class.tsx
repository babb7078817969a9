import { Button } from '@chakra-ui/react/button';
import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SchoolClass } from '#contract/classes/classes.ts';
import controls from '#src/theme/controls.module.css';

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
        <Button className={controls.short} onClick={() => setAsked(true)}>
          <Flag aria-hidden />
          <span className={controls.word}>{t('finish.action')}</span>
        </Button>
      )}
      <Suspense>
        {isAsked && <FinishDialog row={row} onClose={() => setAsked(false)} onDone={done} />}
      </Suspense>
    </>
  );
}
