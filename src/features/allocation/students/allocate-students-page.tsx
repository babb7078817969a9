import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ComesFirst } from '#src/components/page/comes-first.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { useBoardTerm } from '#src/features/allocation/board-data.ts';
import { paths } from '#src/lib/paths.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { TermChoice } from '#src/features/allocation/board-frame.tsx';

// The page with its terms is shown before the board, whose code is large.
const StudentsBoard = lazy(async () => ({
  default: (await import('./students-board.tsx')).StudentsBoard,
}));

/**
 * Students without a class on one side, the classes of the term on the other: students are
 * selected, dropped or added by a button, and saved at once.
 */
export function AllocateStudentsPage() {
  const { t } = useTranslation(['shell', 'allocation']);
  const { list, terms, term, choose } = useBoardTerm();
  const record = `${useSelectedBranchId() ?? 'all'} ${term?._id}`;
  return (
    <>
      <PageHeader title={t('shell:nav.allocateStudents')}>
        <TermChoice
          isLoaded={list.rows !== undefined}
          terms={terms}
          term={term}
          onChoose={choose}
        />
      </PageHeader>
      {list.rows && !term && (
        <ComesFirst
          text={t('allocation:noTerm')}
          to={paths.addTerm}
          page="addTerm"
          action="academic-terms:write"
        />
      )}
      {/* Another term or branch is another board with its own plan. */}
      <Suspense>
        {term && <StudentsBoard key={record} termId={term._id} record={record} />}
      </Suspense>
    </>
  );
}
