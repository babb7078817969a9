import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './page-state.module.css';

type PageStateProps = {
  icon: LucideIcon;
  title: string;
  text?: string | undefined;
  /** What can be done about it, one button. */
  children?: ReactNode;
  /** Something went wrong, rather than there being nothing. */
  failed?: boolean;
};

/** In place of a page's content: why there is none, and the one thing to do about it. */
export function PageState({ icon: Icon, title, text, children, failed = false }: PageStateProps) {
  return (
    <div
      role={failed ? 'alert' : 'status'}
      className={styles.state}
      data-failed={failed || undefined}
    >
      <span className={styles.sign}>
        <Icon aria-hidden size={28} strokeWidth={1.5} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.action}>{children}</div>}
    </div>
  );
}
