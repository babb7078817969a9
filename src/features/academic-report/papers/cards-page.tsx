import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '#src/components/kit/button.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { ReadAsOf } from '#src/components/page/read-as-of.tsx';
import { PrintSheet } from '#src/components/print/print-sheet.tsx';
import { paths } from '#src/lib/paths.ts';
import { Segments } from '#src/components/kit/segments.tsx';
import own from '#src/features/academic-report/academic-report.module.css';
import { cardSizes, ReportCardSheets } from './report-card-sheets.tsx';
import { useReportCards } from './use-report-cards.ts';

/** The report cards of a student or of a class for printing, on A4 or on A5 for small printers. */
export function CardsPage() {
  const { t } = useTranslation('academic-report');
  const [params, setParams] = useSearchParams();
  const size = cardSizes.find((one) => one === params.get('size')) ?? 'a4';
  const of = params.has('class')
    ? { classId: params.get('class') ?? '' }
    : { studentId: params.get('student') ?? '' };
  const { data: read, error, refetch } = useReportCards(of);
  const data = read?.answer;
  const choose = (next: string) =>
    setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), size: next }), {
      replace: true,
    });
  return (
    <>
      <PageHeader
        title={t('cards.title', { count: data?.length ?? 1 })}
        back={paths.academicReports}
      >
        <Segments
          label={t('size')}
          options={cardSizes.map((one) => ({ value: one, label: t(`sizes.${one}`) }))}
          value={size}
          onChoose={(one) => choose(one)}
        />
        {data && (
          <Button icon={Printer} onClick={() => window.print()}>
            {t('print')}
          </Button>
        )}
      </PageHeader>
      <ReadAsOf at={read?.asOf} />
      {data && (
        <div className={own.preview}>
          <PrintSheet size={size} label={t('cards.title', { count: data.length })} isBare>
            {data.map((card) => (
              <ReportCardSheets key={card.student._id} card={card} size={size} />
            ))}
          </PrintSheet>
        </div>
      )}
      {!data &&
        (error ? (
          <LoadFailed error={error} failed={t('failed.cards')} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton columns={2} />
        ))}
    </>
  );
}
