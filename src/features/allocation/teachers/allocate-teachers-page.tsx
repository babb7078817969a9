import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ComesFirst } from '#src/components/page/comes-first.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { useBoardTerm } from '#src/features/allocation/board-data.ts';
import { paths } from '#src/lib/paths.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { TermChoice } from '#src/features/allocation/board-frame.tsx';

const TeachersBoard = lazy(async () => ({
  default: (await import('./teachers-board.tsx')).TeachersBoard,
}));

/**
 * The classes of a term without a teacher on one side, the branch's teachers with their classes on
 * the other.
 */
export function AllocateTeachersPage() {
  const { t } = useTranslation(['shell', 'allocation']);
  const { list, terms, term, choose } = useBoardTerm();
  const record = `${useSelectedBranchId() ?? 'all'} ${term?._id}`;
  return (
    <>
      <PageHeader title={t('shell:nav.allocateTeachers')}>
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
        {term && <TeachersBoard key={record} termId={term._id} record={record} />}
      </Suspense>
    </>
  );
}
