import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useIsFirstScreenDrawn } from '#src/lib/browser/first-screen.ts';
import { currentItem, menuFor, type MenuGroup } from '#src/app/routing/menu.ts';
import { toggleSidebar } from '#src/lib/appearance.ts';
import { useStore } from '#src/lib/store.ts';
import { useEver } from '#src/lib/browser/use-ever.ts';
import { MenuLink } from './menu-link.tsx';
import styles from './sidebar-menu.module.css';

type GroupProps = {
  group: MenuGroup;
  isOpen: boolean;
  isHere: boolean;
  rail: boolean;
  onToggle: () => void;
};

function Group({ group, isOpen, isHere, rail, onToggle }: GroupProps) {
  const { t } = useTranslation('shell');
  const id = useId();
  const Icon = group.icon;
  const unfolded = isOpen && !rail;
  const isDrawn = useEver(unfolded);
  return (
    <li>
      <button
        type="button"
        className={styles.group}
        data-here={isHere}
        aria-expanded={unfolded}
        aria-controls={id}
        {...(rail && { title: t(group.title), 'aria-label': t(group.title) })}
        onClick={onToggle}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden />
        {!rail && (
          <>
            <span>{t(group.title)}</span>
            <ChevronRight size={16} className={styles.chevron} aria-hidden />
          </>
        )}
      </button>
      <div id={id} className={styles.fold} data-open={unfolded} inert={!unfolded}>
        {isDrawn && (
          <ul>
            {group.items.map((item) => (
              <li key={item.path}>
                <MenuLink item={item} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

/**
 * The groups of the sidebar, at most one of them open: that of the current page, until another is
 * chosen.
 */
export function SidebarMenu({
  rail,
  first,
  onGroup,
}: {
  rail: boolean;
  /** The group that is unfolded at first; without it that of the page. */
  first: string | undefined;
  /** Opens the whole menu at one group; without it the rail becomes the sidebar. */
  onGroup: ((group: string) => void) | undefined;
}) {
  const { t } = useTranslation('shell');
  const location = useLocation();
  const { pathname } = location;
  const isDrawn = useIsFirstScreenDrawn();
  const groups = menuFor(useStore(({ user }) => user.role));
  const here = currentItem(location);
  const hereGroup = groups.find(({ items }) => items.some(({ path }) => path === here))?.title;
  const [chosen, setChosen] = useState<{ at: string; group: string | undefined } | undefined>(
    first === undefined ? undefined : { at: pathname, group: first },
  );
  // A choice holds until the next navigation.
  const open = chosen?.at === pathname ? chosen.group : hereGroup;
  return (
    <nav className={styles.nav} aria-label={t('menu.label')}>
      {isDrawn && (
        <ul>
          {groups.map((group) => (
            <Group
              key={group.title}
              group={group}
              isOpen={group.title === open}
              isHere={group.title === hereGroup}
              rail={rail}
              onToggle={() => {
                if (rail && onGroup) return onGroup(group.title);
                if (rail) toggleSidebar();
                setChosen({
                  at: pathname,
                  group: !rail && group.title === open ? undefined : group.title,
                });
              }}
            />
          ))}
        </ul>
      )}
    </nav>
  );
}
