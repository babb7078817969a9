import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedRow } from '#contract/classes/enrolling.ts';
import { SaveBar } from '#src/components/edit/save-bar.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { api, ApiError } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { useFindingText } from '#src/entities/class/finding-text.ts';
import rowStyles from './rows.module.css';

export type SavedBoard = {
  /** The saved changes, one line each. */
  lines: readonly string[];
  /** The request that undoes the save. */
  undo: { path: string; body: object };
};

/** The changes of the board's last save, row by row, and the button that undoes them all. */
export function DoneBar({
  done: { lines, undo },
  onClose,
  onUndone,
}: {
  done: SavedBoard;
  onClose: () => void;
  onUndone: () => void;
}) {
  const { t } = useTranslation('allocation');
  const heading = useRef<HTMLHeadingElement>(null);
  const findingText = useFindingText();
  const [problem, setProblem] = useState<string>();
  const [isOpen, setOpen] = useState(true);
  const [inTheWay, setInTheWay] = useState<CheckedRow['findings']>([]);
  useEffect(() => heading.current?.focus(), []);
  const takeBack = async () => {
    setInTheWay([]);
    const write = (key: string) =>
      api
        .post<unknown>(undo.path, undo.body, { ...withIdempotency(key), quiet: true })
        .catch((error: unknown) => {
          if (error instanceof ApiError)
            setInTheWay(
              ((error.body.rows ?? []) as CheckedRow[]).flatMap(({ findings = [] }) => findings),
            );
          throw error;
        });
    const result = await saveOnce(write);
    if (result.outcome !== 'saved') return setProblem(failureText(result));
    showToast('success', t('done.undone'));
    return onUndone();
  };
  return (
    <SaveBar
      label={t('done.title', { count: lines.length })}
      failure={undefined}
      problem={problem}
      isDirty={false}
      isKept={undefined}
      summary={t('done.title', { count: lines.length })}
      panel={{
        open: t('plan.look'),
        close: t('plan.hide'),
        isOpen,
        onToggle: () => setOpen(!isOpen),
        content: (
          <div className={rowStyles.plan}>
            <h2 ref={heading} tabIndex={-1}>
              {t('done.title', { count: lines.length })}
            </h2>
            <ul>
              {lines.map((line) => (
                <li key={line} className={rowStyles.row}>
                  <CircleCheck aria-hidden size={18} />
                  {line}
                </li>
              ))}
            </ul>
            {inTheWay
              .filter(({ check }) => check !== 'seats')
              .map((finding) => (
                <p key={finding.check} className={rowStyles.mark} data-weight={finding.weight}>
                  {findingText(finding)}
                </p>
              ))}
          </div>
        ),
      }}
    >
      <Button onClick={() => void takeBack()}>{t('done.undo')}</Button>
      <Button onClick={onClose}>{t('done.close')}</Button>
    </SaveBar>
  );
}
