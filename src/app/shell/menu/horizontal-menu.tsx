import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { currentItem, menuFor } from '#src/app/routing/menu.ts';
import { useStore } from '#src/lib/store.ts';
import { Menu } from '#src/components/kit/menu.tsx';
import styles from './horizontal-menu.module.css';
import { MenuLink } from './menu-link.tsx';

/** The menu as a bar below the header, from 1024 px on; its groups open one at a time. */
export function HorizontalMenu() {
  const { t } = useTranslation('shell');
  const location = useLocation();
  const { semidark } = useStore(({ theme }) => theme);
  const groups = menuFor(useStore(({ user }) => user.role));
  const here = currentItem(location);
  return (
    <nav className={`${styles.bar} ${semidark ? 'dark' : ''}`} aria-label={t('menu.label')}>
      {groups.map(({ title, icon: Icon, items }) => {
        const isHere = items.some(({ path }) => path === here);
        const trigger = (
          <>
            <Icon size={18} strokeWidth={1.75} aria-hidden />
            {t(title)}
            <ChevronDown size={14} aria-hidden />
          </>
        );
        return (
          <div key={title} className={styles.group} data-here={isHere}>
            <Menu trigger={trigger} align="start" width={260}>
              {(close) => (
                <ul className={styles.items}>
                  {items.map((item) => (
                    <li key={item.path}>
                      <MenuLink item={item} onFollow={close} />
                    </li>
                  ))}
                </ul>
              )}
            </Menu>
          </div>
        );
      })}
    </nav>
  );
}
