import { useTranslation } from 'react-i18next';
import { useNow } from '#src/lib/browser/use-now.ts';
import { useCentreName } from '#src/lib/session/centre.ts';
import { useStore } from '#src/lib/store.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import styles from './print-frame.module.css';
import { usePageRules } from './use-page-rules.ts';

type PrintFrameProps = {
  title: string;
  /** What the paper is narrowed to, and how much of it this is. */
  filters?: readonly string[];
  /** When it was so, where that is another moment than now. */
  asOf?: string;
  /** The branch it is of, where that is another than the one chosen in the header. */
  branch?: string;
  /** How the A4 sheet lies; across only for what is wider than long. */
  lies?: 'portrait' | 'landscape';
};

const MINUTE_MS = 60_000;
const PAGE = '\u0001';
const PAGES = '\u0002';

/** `Page 1 of 3` as CSS counts it. */
const counted = (words: string) =>
  JSON.stringify(words)
    .replace(JSON.stringify(PAGE).slice(1, -1), '" counter(page) "')
    .replace(JSON.stringify(PAGES).slice(1, -1), '" counter(pages) "');

/** The branch chosen in the header, as a paper names it. */
function useBranchTitle(): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const branch = useStore((state) => state.branch.branchData);
  if (!branch) return t('print.allBranches');
  return `${branch.code} ${(language === 'lo' && branch.branchNameLo) || branch.branchName}`;
}

/**
 * On paper only: whose list this is, what it shows, when it was printed, and on every sheet which
 * one of how many it is.
 */
export function PrintFrame({
  title,
  filters = [],
  asOf,
  branch,
  lies = 'portrait',
}: PrintFrameProps) {
  const { t } = useTranslation();
  const centre = useCentreName();
  const chosen = useBranchTitle();
  const place = branch ?? chosen;
  const printedAt = t('list.printedAt', {
    time: formatDateTime(new Date(useNow(MINUTE_MS)).toISOString()),
  });
  const font = 'font: 8pt var(--font-body); color: var(--print-ink-muted);';
  const foot = [centre, place, title].join(' · ');
  usePageRules(`@page {
    size: A4 ${lies};
    margin: 10mm 10mm 14mm;
    @bottom-left { ${font} content: ${JSON.stringify(foot)}; }
    @bottom-right { ${font} content: ${counted(t('list.pageOf', { page: PAGE, pages: PAGES }))}; }
  }`);
  return (
    <div className={styles.frame} data-print-frame>
      <p className={styles.place}>
        <b>{centre}</b>
        <span>{place}</span>
        <span className={styles.time}>{asOf ?? printedAt}</span>
      </p>
      <p className={styles.title}>{title}</p>
      {filters.length > 0 && <p className={styles.filters}>{filters.join(' · ')}</p>}
    </div>
  );
}
