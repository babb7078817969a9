import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedRow } from '#contract/enrolling.ts';
import { api, ApiError } from '#src/lib/api.ts';
import { say } from '#src/lib/i18n.ts';
import { saveOnce, settling } from '#src/lib/settle-write.ts';
import { showToast } from '#src/lib/toast.ts';
import controls from '#src/theme/controls.module.css';
import styles from './board.module.css';
import { useFindingText } from './enrolling.ts';
import rowStyles from './rows.module.css';

export type Done = {
  /** What was saved, a line each. */
  lines: readonly string[];
  /** What takes it back. */
  undo: { path: string; body: object };
};

/** What a save has done, row by row, and the way to take all of it back. */
export function DonePanel({ done: { lines, undo }, onClose, onUndone }: { done: Done; onClose: () => void; onUndone: () => void }) {
  const { t } = useTranslation('allocation');
  const heading = useRef<HTMLHeadingElement>(null);
  const findingText = useFindingText();
  const [problem, setProblem] = useState<string>();
  const [inTheWay, setInTheWay] = useState<CheckedRow['findings']>([]);
  useEffect(() => heading.current?.focus(), []);
  const takeBack = async () => {
    setInTheWay([]);
    const write = (key: string) =>
      api.post<unknown>(undo.path, undo.body, { ...settling(key), quiet: true }).catch((error: unknown) => {
        if (error instanceof ApiError) setInTheWay(((error.body.rows ?? []) as CheckedRow[]).flatMap(({ findings = [] }) => findings));
        throw error;
      });
    const result = await saveOnce(write);
    if (result.outcome === 'refused') return setProblem(result.reason);
    if (result.outcome !== 'saved') return setProblem(say(result.outcome === 'offline' ? 'offlineToast' : 'saveUnknown'));
    showToast('success', t('done.undone'));
    return onUndone();
  };
  return (
    <section className={rowStyles.plan}>
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
      {problem && (
        <p role="alert" className={rowStyles.problem}>
          {problem}
        </p>
      )}
      {inTheWay.filter(({ check }) => check !== 'seats').map((finding) => (
        <p key={finding.check} className={rowStyles.mark} data-weight={finding.weight}>
          {findingText(finding)}
        </p>
      ))}
      <div className={styles.actions}>
        <button type="button" className={controls.button} onClick={() => void takeBack()}>
          {t('done.undo')}
        </button>
        <button type="button" className={controls.button} onClick={onClose}>
          {t('done.close')}
        </button>
      </div>
    </section>
  );
}
