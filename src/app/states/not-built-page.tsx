import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { homePath } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import controls from '#src/theme/controls.module.css';
import { admits, screenAt } from '#src/app/routing/access.ts';
import { NoticePage } from './notice-page.tsx';
import styles from './notice-page.module.css';
import { screens, type Screen } from '#src/app/routing/routes.tsx';

/**
 * True if a person reaches a screen directly: a list, or a form that adds to a list they may not
 * open.
 */
function isEntrance({ under, title }: Screen, role: string): boolean {
  const list = under && screenAt(under);
  return !list || (title.startsWith('page.add') && !admits(list, role));
}

/** Tells that a screen comes later, and which screens this person can use today. */
export function NotBuiltPage({ screen }: { screen: Screen }) {
  const { t } = useTranslation('shell');
  const role = useStore(({ user }) => user.role);
  const home = homePath(role);
  const ready = screens.filter(
    (other) => other.page && admits(other, role) && isEntrance(other, role),
  );
  return (
    <>
      <NoticePage icon={Hourglass} title={t(screen.title)} text={t('notBuilt.text')}>
        {screen.path !== home && (
          <Link className={controls.button} to={home}>
            {t('home')}
          </Link>
        )}
      </NoticePage>
      {ready.length > 0 && (
        <nav className={styles.ready} aria-labelledby="ready">
          <h2 id="ready">{t('notBuilt.ready')}</h2>
          <ul>
            {ready.map(({ path, title }) => (
              <li key={path}>
                <Link className={controls.button} to={path}>
                  {t(title)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
