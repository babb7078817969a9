import { Lock } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { lockOf, placeMark, type MenuItem } from '#src/app/routing/menu.ts';
import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { Unseen } from '#src/components/kit/unseen.tsx';
import styles from './menu-link.module.css';

// Lazy, because the count must not compete with the first screen for a slow line.
const PendingCount = lazy(async () => ({
  default: (await import('./pending-count.tsx')).PendingCount,
}));

/**
 * An item of the menu. If the route refuses this person, the item names the roles it is for; it
 * stays a link, and the guard explains.
 */
export function MenuLink({ item, onFollow }: { item: MenuItem; onFollow?: () => void }) {
  const { t } = useTranslation(['shell', 'common']);
  const location = useLocation();
  const role = useStore(({ user }) => user.role);
  const roles = lockOf(item, role)
    .map((admitted) => t(`common:role.${admitted}`))
    .join(', ');
  return (
    <Link
      className={styles.link}
      to={item.path}
      aria-current={placeMark(item.path, location)}
      {...(onFollow && { onClick: onFollow })}
    >
      <span>{t(item.title)}</span>
      {item.path === paths.manageEnrollment && (
        <Suspense>
          <PendingCount />
        </Suspense>
      )}
      {roles && (
        <span className={styles.lock}>
          <Lock size={12} aria-hidden />
          <span aria-hidden>{roles}</span>
          <Unseen>{t('menu.lockedFor', { roles })}</Unseen>
        </span>
      )}
    </Link>
  );
}
