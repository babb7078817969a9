import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { AnswersBoard } from './answers-board.tsx';
import { useHeldFamilies } from './use-held-families.ts';

function Answers({ term }: { term: AcademicTerm }) {
  const { t } = useTranslation('terms');
  const online = useOnline();
  const branchId = useSelectedBranchId();
  const { refresh, ...list } = useHeldFamilies(term._id, branchId);
  const held = list.rows?.[0];
  return (
    <>
      <PageHeader
        title={t('answers.titleOf', { term: term.name })}
        back={editPath(paths.editTerm, term._id)}
        freshness={<Freshness list={list} />}
      />
      {!online && <Note tone="wait">{t('answers.offline')}</Note>}
      {held ? (
        <AnswersBoard term={term} branchId={branchId} held={held} refresh={refresh} />
      ) : list.error ? (
        <LoadFailed error={list.error} failed={t('answers.failed')} onRetry={list.refetch} />
      ) : (
        <TableSkeleton columns={2} />
      )}
    </>
  );
}

/** What families say about the next term: `?view=answers&id=` names it. */
export function AnswersPage() {
  const { t } = useTranslation(['terms', 'shell']);
  const id = useSearchParams()[0].get('id');
  const { rows } = useCachedList(academicTermsList, { sort: '-startDate' });
  const term = rows?.find(({ _id }) => _id === id);
  if (term) return <Answers key={term._id} term={term} />;
  return (
    <>
      <PageHeader title={t('shell:page.continuingAnswers')} back={paths.terms} />
      {rows ? (
        <EmptyState icon={Users} title={t('copy.noTerm')} text={t('copy.noTermHint')} />
      ) : (
        <TableSkeleton columns={2} />
      )}
    </>
  );
}
