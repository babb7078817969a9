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
  /** The filters of the list, and how much of it is on the paper. */
  filters?: readonly string[];
  /** The moment of the data, if it is not now. */
  asOf?: string;
  /** The branch of the data, if it is not the one chosen in the header. */
  branch?: string;
  /** The orientation of the A4 sheet; landscape only for content that is wider than long. */
  lies?: 'portrait' | 'landscape';
};

const MINUTE_MS = 60_000;
const PAGE = '\u0001';
const PAGES = '\u0002';

/** Turns "Page 1 of 3" into CSS with page counters. */
const counted = (words: string) =>
  JSON.stringify(words)
    .replace(JSON.stringify(PAGE).slice(1, -1), '" counter(page) "')
    .replace(JSON.stringify(PAGES).slice(1, -1), '" counter(pages) "');

/** The title of the branch chosen in the header, for a paper. */
function useBranchTitle(): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const branch = useStore((state) => state.branch.branchData);
  if (!branch) return t('print.allBranches');
  return `${branch.code} ${(language === 'lo' && branch.branchNameLo) || branch.branchName}`;
}

/**
 * Printed only: the centre's name, the title, the time of printing, and on every sheet its number.
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
