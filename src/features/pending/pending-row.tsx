import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Tick } from '#src/components/kit/tick.tsx';
import type { Selection } from '#src/components/table/use-selection.ts';
import styles from './pending.module.css';

const SECOND_MS = 1000;
/** A hold with less time left than this ends soon. */
export const SOON_MS = 3_600_000;

/** The time left as `0:18:04`, with as many hours as there are. */
export function countdown(leftMs: number): string {
  const left = Math.max(0, Math.floor(leftMs / SECOND_MS));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
}

type Tone = 'soon' | 'late' | 'good' | 'offer' | undefined;

type PendingRowProps = {
  id: string;
  /** Names the checkbox of the row for screen readers. */
  name: string;
  tone?: Tone;
  /** The time, or the position in the queue; with a smaller line below. */
  lead: readonly [ReactNode, ReactNode?];
  leadTone?: Tone;
  what: ReactNode;
  sum?: readonly [ReactNode, ReactNode?];
  sumTone?: Tone;
  selection?: Selection | undefined;
  /** The actions. */
  children?: ReactNode;
};

/** One row: time, person and class, sum, and the actions; a card on a phone. */
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
        <span className={styles.check}>
          <Tick
            isBare
            aria-label={`${t('list.select')}: ${name}`}
            checked={selection.ids.has(id)}
            onChange={() => selection.toggle(id)}
          />
        </span>
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
