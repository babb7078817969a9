import { useCentreName } from '#src/lib/session/centre.ts';
import styles from './default-layout.module.css';
import { copyrightLine, versionLabel } from '#src/lib/text/footer-words.ts';

/**
 * The last line of every page, and of the opened menu of a working screen; it shows the version
 * where no sidebar does.
 */
export function Footer({ withVersion = false }: { withVersion?: boolean }) {
  const centre = useCentreName();
  return (
    <footer className={styles.footer}>
      <bdi>{copyrightLine(centre)}</bdi>
      {withVersion && <span>{versionLabel}</span>}
    </footer>
  );
}
