import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Selection } from '#src/components/table/use-selection.ts';
import styles from './pending.module.css';

const SECOND_MS = 1000;
/** From here on a hold ends soon. */
export const SOON_MS = 3_600_000;

/** What is left until then: `0:18:04`, hours as many as there are. */
export function countdown(leftMs: number): string {
  const left = Math.max(0, Math.floor(leftMs / SECOND_MS));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
}

type Tone = 'soon' | 'late' | 'good' | 'offer' | undefined;

type PendingRowProps = {
  id: string;
  /** Who it is, for whoever chooses the row without seeing it. */
  name: string;
  tone?: Tone;
  /** When, or the place in the queue; with a smaller line below. */
  lead: readonly [ReactNode, ReactNode?];
  leadTone?: Tone;
  what: ReactNode;
  sum?: readonly [ReactNode, ReactNode?];
  sumTone?: Tone;
  selection?: Selection | undefined;
  /** What can be done about it. */
  children?: ReactNode;
};

/** One row: when, who and what, how much, and what can be done; on a phone a card. */
export function PendingRow({
  id,
  name,
  tone,
  lead,
  leadTone,
  what,
  sum,
  sumTone,
  selection,
  children,
}: PendingRowProps) {
  const { t } = useTranslation();
  return (
    <li className={styles.row} data-tone={tone} data-checkable={selection ? true : undefined}>
      {selection && (
        <label className={styles.check}>
          <input
            type="checkbox"
            aria-label={`${t('list.select')}: ${name}`}
            checked={selection.ids.has(id)}
            onChange={() => selection.toggle(id)}
          />
        </label>
      )}
      <span className={styles.lead} data-tone={leadTone}>
        <b>{lead[0]}</b>
        <small>{lead[1]}</small>
      </span>
      <span className={styles.what}>{what}</span>
      {sum && (
        <span className={styles.sum} data-tone={sumTone}>
          <b>{sum[0]}</b>
          <small>{sum[1]}</small>
        </span>
      )}
      {children && <span className={styles.acts}>{children}</span>}
    </li>
  );
}
