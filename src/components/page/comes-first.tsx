import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '#contract/roles.ts';
import type { Path } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { AddLink } from './add-link.tsx';
import styles from './page-state.module.css';

/**
 * What can be added on a page of its own: its action, its page, and what that page is called in the
 * words of the shell.
 */
export type Addable = {
  to: Path;
  page: 'addTerm' | 'addClass' | 'addTeacher' | 'addStudent';
  action: Action;
};

/**
 * The way to add what has to be there first, for whoever may. An admin may write students and
 * teachers, but is not let into their pages.
 */
export function AddFirst({ to, page, action }: Addable) {
  const { t } = useTranslation('shell');
  const role = useStore(({ user }) => user.role);
  const isRefused = role === 'admin' && (page === 'addTeacher' || page === 'addStudent');
  return useCan(action) && !isRefused && <AddLink to={to} label={t(`page.${page}`)} />;
}

/**
 * In place of a part of a page that has nothing to show yet: what has to be there first, and the
 * way to add it; `children` is another way to it.
 */
export function ComesFirst({
  text,
  children,
  ...add
}: Addable & { text: string; children?: ReactNode }) {
  return (
    <div role="status" className={styles.first}>
      <p>{text}</p>
      <AddFirst {...add} />
      {children}
    </div>
  );
}
