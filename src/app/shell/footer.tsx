import { useCentreName } from '#src/lib/centre.ts';
import { copyrightLine } from '#src/lib/copyright.ts';
import styles from './default-layout.module.css';

/** The last line of every page. */
export function Footer() {
  return <footer className={styles.footer}>{copyrightLine(useCentreName())}</footer>;
}
