import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { homePath } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { admits, screenAt } from '#src/app/routing/access.ts';
import { NoticePage } from './notice-page.tsx';
import styles from './notice-page.module.css';
import { screens, type Screen } from '#src/app/routing/routes.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';

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
        {screen.path !== home && <LinkButton to={home}>{t('home')}</LinkButton>}
      </NoticePage>
      {ready.length > 0 && (
        <nav className={styles.ready} aria-labelledby="ready">
          <h2 id="ready">{t('notBuilt.ready')}</h2>
          <ul>
            {ready.map(({ path, title }) => (
              <li key={path}>
                <LinkButton to={path}>{t(title)}</LinkButton>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
