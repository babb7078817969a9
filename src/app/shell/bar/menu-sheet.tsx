import { BookOpen, Lock } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { BarPlace } from '#src/app/routing/bar-places.ts';
import { askHelp } from '#src/lib/browser/above-page.ts';
import { lockOf, placeMark, menuFor, type MenuItem } from '#src/app/routing/menu.ts';
import { Sheet, SheetEntry, SheetLink } from '#src/components/kit/sheet.tsx';
import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import styles from './bottom-bar.module.css';

const PendingCount = lazy(async () => ({
  default: (await import('#src/app/shell/menu/pending-count.tsx')).PendingCount,
}));

/** The rest of the menu; the items whose screen refuses this person come last, with the reason. */
export function MenuSheet({
  without,
  onClose,
}: {
  without: readonly BarPlace[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['shell', 'common']);
  const location = useLocation();
  const role = useStore(({ user }) => user.role);
  const rest = menuFor(role).map((group) => ({
    ...group,
    items: group.items.filter(({ path }) => !without.some((place) => place.path === path)),
  }));
  const isLocked = (item: MenuItem) => lockOf(item, role).length > 0;
  const locked = rest.flatMap(({ items }) => items.filter(isLocked));
  const row = (item: MenuItem) => {
    const roles = lockOf(item, role)
      .map((admitted) => t(`common:role.${admitted}`))
      .join(', ');
    return (
      <li key={item.path}>
        <SheetLink
          to={item.path}
          icon={roles === '' ? undefined : Lock}
          note={roles === '' ? undefined : t('menu.lockedFor', { roles })}
          aria-current={placeMark(item.path, location)}
          onClick={onClose}
        >
          {t(item.title)}
          {item.path === paths.manageEnrollment && (
            <Suspense>
              {' '}
              <PendingCount />
            </Suspense>
          )}
        </SheetLink>
      </li>
    );
  };
  return (
    <Sheet title={t('common:action.more')} onClose={onClose}>
      <SheetEntry
        icon={BookOpen}
        onClick={() => {
          onClose();
          askHelp();
        }}
      >
        {t('profile.help')}
      </SheetEntry>
      <nav aria-label={t('menu.label')}>
        {rest.map(({ title, icon: Icon, items }) => {
          const open = items.filter((item) => !isLocked(item));
          return (
            open.length > 0 && (
              <section key={title} aria-label={t(title)}>
                <h3 className={styles.group}>
                  <Icon size={18} strokeWidth={1.75} aria-hidden />
                  {t(title)}
                </h3>
                <ul>{open.map(row)}</ul>
              </section>
            )
          );
        })}
        {locked.length > 0 && <ul className={styles.locked}>{locked.map(row)}</ul>}
      </nav>
    </Sheet>
  );
}
