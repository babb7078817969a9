import { SlidersHorizontal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import page from './report-page.module.css';
import styles from './report.module.css';

type FilterRowProps = {
  label: string;
  /** The values of the filters in force, which a phone counts. */
  chosen: readonly string[];
  /** What a paper says of the filters; by default the values in force. */
  said?: readonly string[];
  /** The one that is never folded, such as the days. */
  lead: ReactNode;
  /** The filters in the row, and those behind a button. */
  first: readonly ReactNode[];
  more?: readonly ReactNode[];
  /** Stands after the filters. */
  after?: ReactNode;
};

/** How many filters are behind the button; only reports with so many have the words. */
function Few({ count }: { count: number }) {
  const { t } = useTranslation('reports');
  return <span className={page.few}>{t('moreFilters', { count })}</span>;
}

/**
 * One row of filters; the last ones fold behind a button. On a phone all but the first do, and the
 * button says how many are in force, so that it stays one row and the first figure is visible.
 */
export function FilterRow({
  label,
  chosen,
  said = chosen,
  lead,
  first,
  more = [],
  after,
}: FilterRowProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {said.length > 0 && (
        <p className={styles.onPaper} data-paper>
          {said.join(DOT)}
        </p>
      )}
      <div
        id={id}
        className={page.chips}
        data-open={isOpen || undefined}
        data-few={more.length === 0 || undefined}
        role="group"
        aria-label={label}
      >
        {lead}
        {first}
        <Button
          icon={SlidersHorizontal}
          className={page.turn}
          count={chosen.length > 0 && <b className={page.count}>{chosen.length}</b>}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {more.length > 0 && <Few count={more.length} />}
          <span className={page.all}>
            {t('list.filters')} <Unseen>{(said.length > 0 ? said : chosen).join(DOT)}</Unseen>
          </span>
        </Button>
        <div className={page.rest}>
          {more}
          {after}
        </div>
      </div>
    </>
  );
}
