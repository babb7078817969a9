import type { SignedInUser } from '#contract/centre/auth.ts';
import { usePicture } from '#src/lib/browser/pictures.ts';
import styles from './header.module.css';

/** The person's picture, or else their initials. */
export function Avatar({ user, large = false }: { user: SignedInUser; large?: boolean }) {
  const { source } = usePicture(user.profileImage);
  const initials = [user.firstName, user.lastName].map((name) => [...name][0] ?? '').join('');
  return (
    <span className={styles.avatar} data-large={large} aria-hidden>
      {source ? <img src={source} alt="" /> : initials.toLocaleUpperCase('en')}
    </span>
  );
}
