import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DOT } from '#contract/words/dot.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { useCentreNames } from '#src/lib/session/centre.ts';
import { useStore } from '#src/lib/store.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { BrandMark } from '#src/theme/brand-mark.tsx';
import styles from './print-frame.module.css';
import { useBuiltSheets } from './use-built-sheets.ts';
import { usePageRules } from './use-page-rules.ts';

export type PrintFrameProps = {
  title: string;
  /** The filters of the list, and how much of it is on the paper. */
  filters?: readonly string[];
  /** The moment of the data, if it is not now. */
  asOf?: string;
  /** The branch of the data, if it is not the one chosen in the header. */
  branch?: string;
  /** The orientation of the A4 sheet; landscape only for content that is wider than long. */
  lies?: 'portrait' | 'landscape';
  /** True if the tables of the page are printed on sheets of their own (`sheets/`). */
  isBuilt?: boolean;
};

const MINUTE_MS = 60_000;
const PAGE = '\u0001';
const PAGES = '\u0002';

/** Turns "Page 1 of 3" into CSS with page counters. */
const counted = (words: string) =>
  JSON.stringify(words)
    .replace(JSON.stringify(PAGE).slice(1, -1), '" counter(page) "')
    .replace(JSON.stringify(PAGES).slice(1, -1), '" counter(pages) "');

/** The branch chosen in the header, for a paper. */
function useBranchTitle(): { code: string; name: string } {
  const { t } = useTranslation();
  const language = useLanguage();
  const branch = useStore((state) => state.branch.branchData);
  if (!branch) return { code: '', name: t('print.allBranches') };
  const name = (language === 'lo' && branch.branchNameLo) || branch.branchName;
  return { code: branch.code, name: `${branch.code} ${name}` };
}

/** When and by whom the paper is printed. */
function usePrintedBy(): string {
  const { t } = useTranslation();
  const user = useStore((state) => state.user.userData);
  return t('list.printedBy', {
    time: formatDateTime(new Date(useNow(MINUTE_MS)).toISOString()),
    name: user ? `${user.firstName} ${user.lastName}` : '',
  });
}

/**
 * Printed only: the centre's names, the branch, the title and the filters; and on every sheet its
 * number.
 */
export function PrintedFrame({
  title,
  filters = [],
  asOf,
  branch,
  lies = 'portrait',
  isBuilt = false,
}: PrintFrameProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const { en, lo } = useCentreNames();
  const chosen = useBranchTitle();
  const place = branch ?? chosen.name;
  const printedBy = usePrintedBy();
  useBuiltSheets(frame, isBuilt);
  const font = 'font: 8pt var(--font-body); color: var(--print-ink-muted);';
  const page = t('list.pageOf', { page: PAGE, pages: PAGES });
  usePageRules(`@page {
    size: A4 ${lies};
    margin: 10mm 10mm 14mm;
    @bottom-left { ${font} content: ${JSON.stringify([printedBy, place, title].join(DOT))}; }
    @bottom-right { ${font} content: ${counted(page)}; }
  }`);
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-print-frame
      data-builds={isBuilt || undefined}
      data-short={`${title}${DOT}${place}`}
      data-note={filters[0]}
      data-foot={printedBy}
      data-page={page}
      data-carried={t('print.carried')}
      data-brought={t('print.brought')}
    >
      <p className={styles.place}>
        <BrandMark />
        <span>
          {lo !== '' && <b lang="lo">{lo}</b>}
          <span lang="en">{en}</span>
        </span>
        <b className={styles.branch}>{branch ?? (chosen.code || place)}</b>
      </p>
      <p className={styles.title}>{title}</p>
      <p className={styles.filters}>
        {[...filters, ...(asOf === undefined ? [] : [asOf])].join(DOT)}
      </p>
    </div>
  );
}
