import { CalendarRange } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import { dayInLaos } from '#contract/dates.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { DoneNote } from '#src/features/terms/done-note.tsx';
import { CopyRows } from './copy-rows.tsx';
import styles from './copy.module.css';
import { OpenDraftsDialog } from './open-dialog.tsx';
import { useCopies } from './use-copies.ts';

/** The classes of a term as they would be in the other, and the one act that adds them. */
function Copies({ term, from }: { term: AcademicTerm; from: AcademicTerm }) {
  const { t } = useTranslation('terms');
  const online = useOnline();
  const copies = useCopies(term._id, from._id);
  const [opening, setOpening] = useState<string | null>();
  const { preview, found, chosen, done } = copies;
  const [last] = preview.data?.copies ?? [];
  return (
    <>
      {!online && <Note tone="wait">{t('copy.offline')}</Note>}
      <DoneNote done={done} title={t('copy.added', { count: done?.added.length ?? 0 })}>
        {done && done.left.length > 0 && <p>{t('copy.left', { count: done.left.length })}</p>}
      </DoneNote>
      {last && (
        <p className={styles.undo}>
          {t('copy.last', { count: last.classes, at: showDay(dayInLaos(Date.parse(last.at))) })}
          <Button disabled={copies.isSaving} onClick={() => void copies.undo(last.copyId)}>
            {t('copy.undo')}
          </Button>
        </p>
      )}
      {preview.data?.drafts.map(({ copyId, at, classes }) => (
        <p key={copyId} className={styles.undo}>
          {copyId === null
            ? t('copy.drafts', { count: classes })
            : t('copy.draftsOf', { count: classes, at: showDay(dayInLaos(Date.parse(at))) })}
          <Button disabled={!online} onClick={() => setOpening(copyId)}>
            {copyId === null ? t('copy.openTyped') : t('copy.open')}
          </Button>
        </p>
      ))}
      {opening !== undefined && (
        <OpenDraftsDialog
          termId={term._id}
          copyId={opening}
          branchId={copies.branchId}
          refresh={copies.refresh}
          onClose={() => setOpening(undefined)}
        />
      )}
      {preview.isError && (
        <LoadFailed
          error={preview.error}
          failed={t('copy.failed')}
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.isPending && <TableSkeleton columns={4} />}
      {preview.data && found.length === 0 && (
        <EmptyState icon={CalendarRange} title={t('copy.empty')} text={t('copy.emptyHint')} />
      )}
      {found.length > 0 && (
        <>
          <CopyRows copies={copies} />
          <div className={styles.bar}>
            <span>{t('copy.chosen', { count: chosen.length, of: found.length })}</span>
            <Button
              look="solid"
              disabled={
                chosen.length === 0 || copies.isSaving || preview.isPlaceholderData || !online
              }
              onClick={() => void copies.copy()}
            >
              {t('copy.save', { count: chosen.length })}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

type BoardProps = { term: AcademicTerm; terms: readonly AcademicTerm[] };

/** The term to copy from, and its classes. */
function CopyBoard({ term, terms }: BoardProps) {
  const { t } = useTranslation('terms');
  const branchId = useSelectedBranchId();
  const [params, setParams] = useSearchParams();
  const others = terms.filter(({ _id }) => _id !== term._id);
  const before = others
    .filter(({ startDate }) => startDate < term.startDate)
    .toSorted((a, b) => (a.startDate < b.startDate ? 1 : -1))[0];
  const from = others.find(({ _id }) => _id === params.get('from')) ?? before ?? others[0];
  const choose = (_id: string) => {
    const next = new URLSearchParams(params);
    next.set('from', _id);
    setParams(next, { replace: true });
  };
  if (!from)
    return <EmptyState icon={CalendarRange} title={t('copy.noTerm')} text={t('copy.noTermHint')} />;
  return (
    <>
      <div className={styles.from}>
        <PlainSelect
          label={t('copy.from')}
          value={from._id}
          onChange={({ target }) => choose(target.value)}
        >
          {others.map(({ _id, name, academicYear }) => (
            <option key={_id} value={_id}>{`${name}${DOT}${academicYear}`}</option>
          ))}
        </PlainSelect>
      </div>
      {/* The ticks and the changes are of the classes of one term and branch. */}
      <Copies key={`${from._id} ${branchId ?? ''}`} term={term} from={from} />
    </>
  );
}

/** Copies the classes of one term into another: `?view=copy&id=` names the one that gets them. */
export function CopyPage() {
  const { t } = useTranslation(['terms', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const { rows } = useCachedList(academicTermsList, { sort: '-startDate' });
  const term = rows?.find(({ _id }) => _id === id);
  return (
    <>
      <PageHeader
        title={term ? t('copy.titleOf', { term: term.name }) : t('shell:page.copyClasses')}
        back={id === null ? paths.terms : editPath(paths.editTerm, id)}
      />
      {rows && !term && (
        <EmptyState icon={CalendarRange} title={t('copy.noTerm')} text={t('copy.noTermHint')} />
      )}
      {term && rows && <CopyBoard key={term._id} term={term} terms={rows} />}
    </>
  );
}
