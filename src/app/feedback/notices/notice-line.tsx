import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice-line.module.css';

type Props = {
  icon: LucideIcon;
  text: string;
  /** Something is not as it should be. */
  warning?: boolean;
  children: ReactNode;
};

/** A quiet line over the page: what there is to say, and what can be done about it. */
export function NoticeLine({ icon: Icon, text, warning = false, children }: Props) {
  return (
    <div className={`${styles.line} ${warning ? styles.warning : ''}`}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <p>{text}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
