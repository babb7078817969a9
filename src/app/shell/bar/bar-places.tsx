import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { placesFor } from '#src/app/routing/bar-places.ts';
import { currentItem, placeMark } from '#src/app/routing/menu.ts';
import { useStore } from '#src/lib/store.ts';
import styles from './bottom-bar.module.css';
import { MenuSheet } from './menu-sheet.tsx';

/** The places of the bottom bar, and the button that opens the rest of the menu. */
export function BarPlaces() {
  const { t } = useTranslation(['shell', 'common']);
  const [isOpen, setOpen] = useState(false);
  const location = useLocation();
  const places = placesFor(useStore(({ user }) => user.role));
  const here = currentItem(location);
  const isElsewhere = here !== undefined && !places.some(({ path }) => path === here);
  return (
    <>
      <ul className={styles.places}>
        {places.map(({ path, word, icon: Icon }) => (
          <li key={path}>
            <Link className={styles.place} to={path} aria-current={placeMark(path, location)}>
              <Icon size={20} strokeWidth={1.75} aria-hidden />
              <span>{t(word)}</span>
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={styles.place}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-current={isElsewhere ? 'true' : undefined}
            onClick={() => setOpen(true)}
          >
            <Ellipsis size={20} strokeWidth={1.75} aria-hidden />
            <span>{t('common:action.more')}</span>
          </button>
        </li>
      </ul>
      {isOpen && <MenuSheet without={places} onClose={() => setOpen(false)} />}
    </>
  );
}
