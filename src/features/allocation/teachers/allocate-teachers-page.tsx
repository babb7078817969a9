import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { useBoardTerm } from '#src/features/allocation/board-data.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { TermChoice } from '#src/features/allocation/board-frame.tsx';

const TeachersBoard = lazy(async () => ({ default: (await import('./teachers-board.tsx')).TeachersBoard }));

/** The classes of a term that lack a teacher on one side, the branch's teachers with what they teach already on the other. */
export function AllocateTeachersPage() {
  const { t } = useTranslation('shell');
  const { list, terms, term, choose } = useBoardTerm();
  const record = `${useSelectedBranchId() ?? 'all'} ${term?._id}`;
  return (
    <>
      <PageHeader title={t('nav.allocateTeachers')}>
        <TermChoice isLoaded={list.rows !== undefined} terms={terms} term={term} onChoose={choose} />
      </PageHeader>
      {/* Another term or branch is another board, with a plan of its own. */}
      <Suspense>{term && <TeachersBoard key={record} termId={term._id} record={record} />}</Suspense>
    </>
  );
}
