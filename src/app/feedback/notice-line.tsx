import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice-line.module.css';

type Props = { icon: LucideIcon; text: string; children: ReactNode };

/** A quiet line over the page: what there is to say, and what can be done about it. */
export function NoticeLine({ icon: Icon, text, children }: Props) {
  return (
    <div className={styles.line}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <p>{text}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
