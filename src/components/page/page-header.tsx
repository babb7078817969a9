import { ArrowLeft } from 'lucide-react';
import {
  createContext,
  useContext,
  useEffect,
  useRef,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { DOT } from '#contract/words/dot.ts';
import { IconLink } from '#src/components/kit/link-button.tsx';
import { hasGoneOn } from '#src/lib/browser/acted-since.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { lastAddress } from '#src/lib/list-address.ts';
import styles from './page-header.module.css';

/**
 * Tabs between the views of one screen. Each view draws its own heading, and the tabs follow it as
 * on every other screen.
 */
export const PageTabs = createContext<ReactNode>(null);

type PageHeaderProps = {
  title: string;
  /** The list that a record goes back to. */
  back?: string;
  /** The number of records. */
  count?: number | undefined;
  /** The freshness of the data. */
  freshness?: ReactNode;
  /** The page's actions, at most one of them solid. */
  children?: ReactNode;
};

/**
 * The first location of a visit. The browser starts at the top there, and focusing the heading
 * would skip the sidebar.
 */
const FIRST_LOCATION = 'default';

/** The heading takes the focus after a link, so that screen readers read it. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const { key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const arrivedBy = useRef(key);
  useEffect(() => {
    if (arrivedBy.current !== FIRST_LOCATION && !hasGoneOn())
      heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/** The heading of every page. */
export function PageHeader({ title, back, count, freshness, children }: PageHeaderProps) {
  const { t } = useTranslation();
  const tabs = useContext(PageTabs);
  const [what, ...names] = title.split(DOT);
  const heading = useHeadingFocus();
  return (
    <>
      <header className={styles.head} data-page-head>
        {back && (
          <IconLink
            icon={ArrowLeft}
            className={styles.back}
            isFlipped
            to={lastAddress(back)}
            label={t('action.back')}
          />
        )}
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {what}
          {names.length > 0 && (
            <>
              {' '}
              <span className={styles.whole}>{`${DOT}${names.join(DOT)}`}</span>
            </>
          )}
          {count !== undefined && (
            <>
              {' '}
              <span className={styles.count}>{formatNumber(count)}</span>
            </>
          )}
        </h1>
        {freshness}
        {children && <div className={styles.actions}>{children}</div>}
      </header>
      {tabs}
    </>
  );
}
