import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice-page.module.css';

type Props = { icon: LucideIcon; title: string; text: string; children: ReactNode };

/** A page with only a message and a link onwards. */
export function NoticePage({ icon: Icon, title, text, children }: Props) {
  return (
    <section className={styles.notice}>
      <Icon size={32} strokeWidth={1.5} className={styles.icon} aria-hidden />
      <h1 tabIndex={-1}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>{children}</div>
    </section>
  );
}
