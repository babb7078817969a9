import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { useBoardTerm, useDeskBranch } from './board-data.ts';
import { TermChoice } from './board-frame.tsx';

// The page and its terms stand before the board, which is not light.
const StudentsBoard = lazy(async () => ({ default: (await import('./students-board.tsx')).StudentsBoard }));

/** Students who have no class yet on one side, the classes of the term on the other: chosen, dropped or put in by a button, saved at once. */
export function AllocateStudentsPage() {
  const { t } = useTranslation('shell');
  const { list, terms, term, choose } = useBoardTerm();
  const record = `${useDeskBranch()} ${term?._id}`;
  return (
    <>
      <PageHeader title={t('nav.allocateStudents')}>
        <TermChoice isLoaded={list.rows !== undefined} terms={terms} term={term} onChoose={choose} />
      </PageHeader>
      {/* Another term or branch is another board, with a plan of its own. */}
      <Suspense>{term && <StudentsBoard key={record} termId={term._id} record={record} />}</Suspense>
    </>
  );
}
