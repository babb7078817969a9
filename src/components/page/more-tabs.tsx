import { ChevronDown } from 'lucide-react';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuEntry, MenuEntryLink, MenuList } from '#src/components/kit/menu.tsx';
import { useFit } from '#src/lib/browser/use-fit.ts';
import { TabContent, type TabsProps } from './tab-content.tsx';
import styles from './tabs.module.css';

const CURRENT = '[aria-current=page], [aria-pressed=true]';

/** Takes the tabs that do not fit out of their row, and offers them as a menu at its end. */
export function MoreTabs({
  row,
  label,
  tabs,
  current,
}: TabsProps & { row: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  const { isShown, hasRest } = useFit(
    row,
    tabs.length,
    tabs.findIndex(({ id }) => id === current),
  );
  useLayoutEffect(() => {
    const { current: nav } = row;
    nav?.toggleAttribute('data-fits', true);
    [...(nav?.children ?? [])]
      .slice(0, tabs.length)
      .forEach((tab, place) => tab.toggleAttribute('data-out', !isShown(place)));
  });
  const isFromHere = useRef(false);
  useLayoutEffect(() => {
    if (isFromHere.current) row.current?.querySelector<HTMLElement>(CURRENT)?.focus();
    isFromHere.current = false;
  }, [row, current]);
  if (!hasRest) return null;
  const trigger = (
    <>
      {t('action.more')}
      <ChevronDown size={16} aria-hidden />
    </>
  );
  return (
    <Menu isNear className={styles.more} trigger={trigger}>
      {(close) => (
        <MenuList label={label}>
          {tabs.map(({ id, to, onChoose, name, ...content }, place) => {
            if (isShown(place)) return null;
            const follow = () => {
              isFromHere.current = true;
              close();
              onChoose?.();
            };
            return to === undefined ? (
              <MenuEntry key={id} aria-label={name} onClick={follow}>
                <TabContent {...content} />
              </MenuEntry>
            ) : (
              <MenuEntryLink
                key={id}
                role="menuitem"
                aria-label={name}
                to={to}
                preventScrollReset
                onClick={follow}
              >
                <TabContent {...content} />
              </MenuEntryLink>
            );
          })}
        </MenuList>
      )}
    </Menu>
  );
}
