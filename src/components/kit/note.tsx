import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './note.module.css';
import { withWholeCodes } from './whole-codes.tsx';

type NoteProps = {
  tone?: 'bad' | 'good' | 'wait' | undefined;
  icon?: LucideIcon;
  /** `status` or `alert` where the note comes while somebody works. */
  role?: 'status' | 'alert';
  /** A first line in weight, with the details below it. */
  title?: ReactNode;
  children?: ReactNode;
};

/** A sentence that a reader must not miss, with its buttons. */
export function Note({ tone, icon: Icon, role, title, children }: NoteProps) {
  return (
    <div className={styles.note} data-tone={tone} role={role}>
      {Icon && <Icon aria-hidden size={16} strokeWidth={1.75} />}
      {title !== undefined && <strong>{withWholeCodes(title)}</strong>}
      {withWholeCodes(children)}
    </div>
  );
}
