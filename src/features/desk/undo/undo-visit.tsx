import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visits, type VisitUndone } from '#contract/visit-answers.ts';
import type { Done } from '#src/features/desk/use-visit.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import controls from '#src/theme/controls.module.css';

const SECOND_MS = 1000;

type UndoProps = {
  done: Done;
  /** True to name the visit, because another one is on the screen. */
  showsNumber?: boolean;
  onUndone: () => void;
};

/** Undoes the whole visit in one write, while the server still allows it. */
export function UndoVisit({ done, showsNumber = false, onUndone }: UndoProps) {
  const { t } = useTranslation('desk');
  const now = useNow(SECOND_MS);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { order, undoUntil } = done.answer;
  const left = Math.ceil((Date.parse(undoUntil) - now) / SECOND_MS);
  if (!order || left <= 0) return null;
  const undo = async () => {
    setBusy(true);
    const result = await saveOnce((key) =>
      api.post<VisitUndone>(
        `${visits.path}/${order._id}/undo`,
        {},
        { ...withIdempotency(key), quiet: true },
      ),
    );
    if (result.outcome === 'saved') return onUndone();
    setBusy(false);
    return setFailure(failureText(result));
  };
  return (
    <>
      <button
        type="button"
        className={controls.button}
        disabled={isBusy}
        onClick={() => void undo()}
      >
        <Undo2 aria-hidden size={16} />
        {[showsNumber && order.number, t('done.undo', { n: left })].filter(Boolean).join(' · ')}
      </button>
      <p role="alert" className={failure === undefined ? controls.unseen : controls.error}>
        {failure}
      </p>
    </>
  );
}
