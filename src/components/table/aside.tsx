import type { ReactNode } from 'react';
import type { Language } from '#contract/language.ts';
import styles from './table.module.css';

/**
 * Muted behind a name: its other spelling, or what a code stands for. The space before it keeps the
 * two apart when they are read out.
 */
export function Aside({
  lang,
  isAlone = false,
  children,
}: {
  lang?: Language;
  isAlone?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      {' '}
      <span className={`${styles.aside} ${isAlone ? styles.alone : ''}`} lang={lang}>
        {children}
      </span>
    </>
  );
}
