import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { StudentCard } from '#contract/people/student-cards.ts';
import { Button } from '#src/components/kit/button.tsx';
import { HeadLine } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PrintSheet } from '#src/components/print/print-sheet.tsx';
import own from '#src/features/academic-report/academic-report.module.css';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { StudentCardSheets } from './student-card-sheets.tsx';

/** Student cards, ready to print and cut. */
export function StudentCardsPage() {
  const { t } = useTranslation('academic-report');
  const [params] = useSearchParams();
  const query = params.has('class')
    ? { classId: params.get('class') ?? '' }
    : { ids: params.get('ids') ?? '' };
  const { data, error, refetch } = useQuery({
    queryKey: ['student-cards', query],
    queryFn: ({ signal }) =>
      api.get<StudentCard[]>('/students/cards', { query, signal, quiet: true }),
    meta: { persist: false },
  });
  return (
    <>
      <PageHeader
        title={t('studentCards.title', { count: data?.length ?? 1 })}
        back={paths.academicReports}
      >
        {data && data.length > 0 && (
          <Button icon={Printer} onClick={() => window.print()}>
            {t('print')}
          </Button>
        )}
      </PageHeader>
      {data?.length === 0 && <Note>{t('studentCards.none')}</Note>}
      {data && data.length > 0 && (
        <>
          <HeadLine>{t('studentCards.help')}</HeadLine>
          <div className={own.preview}>
            <PrintSheet size="a4" label={t('studentCards.title', { count: data.length })} isBare>
              <StudentCardSheets cards={data} />
            </PrintSheet>
          </div>
        </>
      )}
      {!data &&
        (error ? (
          <LoadFailed
            error={error}
            failed={t('failed.studentCards')}
            onRetry={() => void refetch()}
          />
        ) : (
          <TableSkeleton columns={2} />
        ))}
    </>
  );
}
