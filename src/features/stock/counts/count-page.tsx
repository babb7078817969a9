import { useTranslation } from 'react-i18next';
import { productCategoriesList } from '#contract/stock/product-categories-list.ts';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PrintButton } from '#src/components/print/print-button.tsx';
import { stockPath } from '#src/features/stock/stock-path.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { CountPaper, WritingSheet } from './count-paper.tsx';
import { useStockCount, useCountLines } from './count-queries.ts';
import { CountSheet } from './count-sheet.tsx';

/** One count: the sheet while it is open, afterwards its paper. */
export function StockCountPage({ id }: { id: string }) {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  const sheet = useStockCount(id);
  const lines = useCountLines(id);
  const { rows: categories } = useCachedList(productCategoriesList, { quiet: true });
  const { row: count } = sheet;
  const category = categories?.find(({ _id }) => _id === count?.categoryId);
  const what =
    count?.categoryId === null
      ? t('counts.everything')
      : category && (language === 'lo' ? category.nameLo : category.nameEn);
  const title = count
    ? t('counts.one', { number: count.number, what: what ?? '' })
    : t('counts.title');
  const error = sheet.error ?? lines.error;
  const refetch = () => {
    sheet.refetch();
    lines.refetch();
  };
  const content = () => {
    if (!count || !lines.rows)
      return error ? (
        <LoadFailed error={error} failed={t('failed.counts')} onRetry={refetch} />
      ) : (
        <LineSkeleton height="320px" />
      );
    if (count.status !== 'open')
      return <CountPaper count={count} lines={lines.rows} title={title} />;
    return (
      <>
        <WritingSheet count={count} lines={lines.rows} title={title} />
        <CountSheet count={count} lines={lines.rows} />
      </>
    );
  };
  return (
    <>
      <PageHeader
        title={title}
        back={stockPath('counts')}
        freshness={<Freshness list={{ ...lines, refetch }} />}
      >
        {count && lines.rows && (
          <PrintButton label={t(count.status === 'open' ? 'counts.printSheet' : 'print')} />
        )}
      </PageHeader>
      {content()}
    </>
  );
}
