import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice-line.module.css';

type Props = {
  icon: LucideIcon;
  text: string;
  /** Marks a problem. */
  warning?: boolean;
  children: ReactNode;
};

/** A quiet line above the page with a message and its actions. */
export function NoticeLine({ icon: Icon, text, warning = false, children }: Props) {
  return (
    <div className={`${styles.line} ${warning ? styles.warning : ''}`}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <p>{text}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
