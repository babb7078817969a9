import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '#contract/roles.ts';
import type { Path } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { AddLink } from './add-link.tsx';
import styles from './comes-first.module.css';

/**
 * Something that is added on its own page: the permission, the page, and the page's title in the
 * words of the shell.
 */
export type Addable = {
  to: Path;
  page: 'addTerm' | 'addClass' | 'addTeacher' | 'addStudent';
  action: Action;
};

/**
 * The link to add a missing prerequisite, for those who may. An admin may write students and
 * teachers but may not open their pages.
 */
export function AddFirst({ to, page, action }: Addable) {
  const { t } = useTranslation('shell');
  const role = useStore(({ user }) => user.role);
  const isRefused = role === 'admin' && (page === 'addTeacher' || page === 'addStudent');
  return useCan(action) && !isRefused && <AddLink to={to} label={t(`page.${page}`)} />;
}

/**
 * Replaces a part of a page that is empty until something else exists: names it and links to adding
 * it; `children` is another way.
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
