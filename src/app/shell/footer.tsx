import { ScrollToTop } from '#src/app/feedback/scroll-to-top.tsx';
import { useCentreName } from '#src/lib/session/centre.ts';
import styles from './default-layout.module.css';
import { copyrightLine, versionLabel } from '#src/lib/text/footer-words.ts';

/** The last line of every page; it shows the version where no sidebar does. */
export function Footer({ withVersion }: { withVersion: boolean }) {
  const centre = useCentreName();
  return (
    <footer className={styles.footer}>
      <bdi>{copyrightLine(centre)}</bdi>
      {withVersion && <span>{versionLabel}</span>}
      <ScrollToTop />
    </footer>
  );
}
