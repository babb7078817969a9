import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { withWholeCodes } from './whole-codes.tsx';

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  text?: string | undefined;
  /** One button that helps, and perhaps a lesser one; both with their words, on phones too. */
  children?: ReactNode;
  /** True for a failure, false if there simply is nothing. */
  failed?: boolean;
};

/** Replaces a page's content with the reason why there is none, and one action. */
export function EmptyState({ icon: Icon, title, text, children, failed = false }: EmptyStateProps) {
  return (
    <div
      role={failed ? 'alert' : 'status'}
      className={styles.state}
      data-failed={failed || undefined}
      data-instead={title}
    >
      <span className={styles.sign}>
        <Icon aria-hidden size={28} strokeWidth={1.5} />
      </span>
      <h2 className={styles.title}>{withWholeCodes(title)}</h2>
      {text && <p className={styles.text}>{withWholeCodes(text)}</p>}
      {children && (
        <div className={styles.action} data-words>
          {children}
        </div>
      )}
    </div>
  );
}
