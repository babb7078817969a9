import type { ReactNode } from 'react';
import type { Language } from '#contract/language.ts';
import styles from './table.module.css';

/**
 * Muted text after a name: its other spelling, or the meaning of a code. The space before it
 * separates the two when they are read out.
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
      <span
        className={`${styles.aside} ${isAlone ? styles.alone : ''}`}
        lang={lang}
        data-part="aside"
        data-alone={isAlone || undefined}
      >
        {children}
      </span>
    </>
  );
}
