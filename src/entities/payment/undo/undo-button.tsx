import { Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visits, type VisitUndone } from '#contract/desk/visit-answers.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useNow } from '#src/lib/browser/use-now.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import type { UndoChoice } from './undo-dialog.tsx';
import type { Undoable } from './undo-words.ts';

const UndoDialog = lazy(async () => ({ default: (await import('./undo-dialog.tsx')).UndoDialog }));

const SECOND_MS = 1000;

type UndoProps = {
  of: Undoable;
  /** True to name what is undone, because something else is on the screen. */
  showsNumber?: boolean;
  onUndone: (undone: VisitUndone, keepsMoney: boolean) => void;
  /** Its place among its neighbours. */
  className?: string | undefined;
};

/**
 * Undoes a whole visit or payment in one write, while the server still allows it. It asks first,
 * with what has to go back over the counter.
 */
export function UndoButton({ of, showsNumber = false, onUndone, className }: UndoProps) {
  const { t } = useTranslation('payment');
  const now = useNow(SECOND_MS);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isAway = useServerUnreachable();
  const [isAsking, setAsking] = useState(false);
  const { id, number, undoUntil } = of;
  const left = Math.ceil((Date.parse(undoUntil) - now) / SECOND_MS);
  const isOver = left <= 0 && !isAsking && !isBusy && failure === undefined;
  if (id === undefined || isOver) return null;
  const undo = async ({ reason, keepsMoney }: UndoChoice) => {
    setBusy(true);
    const result = await saveOnce((key) =>
      api.post<VisitUndone>(
        `${visits.path}/${id}/undo`,
        { reason },
        { ...withIdempotency(key), quiet: true },
      ),
    );
    if (result.outcome === 'saved') return onUndone(result.row, keepsMoney);
    setBusy(false);
    return setFailure(failureText(result));
  };
  return (
    <>
      {left > 0 && (
        <Button
          icon={Undo2}
          className={className}
          disabled={isBusy || isAway}
          onClick={() => setAsking(true)}
        >
          <span>
            {showsNumber && number !== '' && <span data-yields>{`${number}${DOT}`}</span>}
            {t('undo.left', { n: left })}
          </span>
        </Button>
      )}
      <ErrorText role="alert">{failure}</ErrorText>
      {isAsking && (
        <Suspense fallback={null}>
          <UndoDialog
            of={of}
            seconds={Math.max(0, left)}
            onAnswer={(choice) => {
              setAsking(false);
              if (choice) void undo(choice);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
