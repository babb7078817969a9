import { Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import { addDays } from '#contract/dates.ts';
import { date } from '#contract/fields.ts';
import { DOT } from '#contract/words/dot.ts';
import { DateField } from '#src/components/fields/date-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { today } from '#src/lib/text/today.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { DoneNote } from '#src/features/terms/done-note.tsx';
import { ContinuingRows } from './continuing-rows.tsx';
import styles from './continuing.module.css';
import { UndoHolds } from './undo-holds.tsx';
import { useContinuing } from './use-continuing.ts';

const holdForm = z.object({ until: date });

type BoardProps = {
  term: AcademicTerm;
  from: AcademicTerm;
  branchId: string;
};

/** What would be held, and the day until which; nothing is written before. */
function HoldDialog({
  term,
  continuing,
  onClose,
}: {
  term: AcademicTerm;
  continuing: ReturnType<typeof useContinuing>;
  onClose: () => void;
}) {
  const { t } = useTranslation('terms');
  const { ready, found } = continuing;
  const waiting = ready.filter(({ waits }) => waits).length;
  const until = addDays(term.startDate, -1);
  return (
    <DialogForm
      title={t('continue.hold')}
      description={t('continue.sums', {
        held: ready.length - waiting,
        waiting,
        nowhere: found.length - ready.length,
      })}
      schema={holdForm}
      values={{ until: until < today() ? today() : until }}
      submit={t('continue.hold')}
      send={(input, key) => continuing.hold(input.until, key)}
      onSaved={async (answer) => {
        await continuing.held(answer);
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => (
        <DateField {...field('until')} label={t('continue.until')} help={t('continue.untilHelp')} />
      )}
    </DialogForm>
  );
}

/** The students of the term before, by the class that they go to, and the one act that holds. */
function ContinuingBoard({ term, from, branchId }: BoardProps) {
  const { t } = useTranslation('terms');
  const online = useOnline();
  const continuing = useContinuing(term._id, from._id, branchId);
  const { preview, found, refused, ready, done } = continuing;
  const [isAsking, setAsking] = useState(false);
  const isOpen = term.status === 'open' || term.status === 'running';
  return (
    <Stack>
      {!online && <Note tone="wait">{t('continue.offline')}</Note>}
      {!isOpen && <Note tone="wait">{t('continue.notOpen')}</Note>}
      <DoneNote
        done={isAsking ? undefined : done}
        title={t('continue.done', { held: done?.held ?? 0, waiting: done?.waiting ?? 0 })}
      >
        <LinkButton to={`${paths.terms}?view=answers&id=${term._id}`}>
          {t('answers.link')}
        </LinkButton>
      </DoneNote>
      <div role="status" className={styles.said}>
        {refused.length > 0 && (
          <Note tone="wait" title={t('continue.refused', { count: refused.length })} />
        )}
      </div>
      {preview.isError && (
        <LoadFailed
          error={preview.error}
          failed={t('continue.failed')}
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.isPending && <TableSkeleton columns={3} />}
      {found.some(({ marks }) => marks.includes('drafts')) && (
        <Note tone="wait" title={t('continue.areDrafts')}>
          <LinkButton to={`${paths.terms}?view=copy&id=${term._id}&from=${from._id}`}>
            {t('continue.openDrafts')}
          </LinkButton>
        </Note>
      )}
      {preview.data && (
        <UndoHolds continuing={continuing} hasPlaces={preview.data.placed > 0} disabled={!online} />
      )}
      {preview.data && found.length === 0 && (
        <EmptyState
          icon={Users}
          title={t('continue.empty')}
          text={t('continue.emptyHint', { count: preview.data.placed })}
        />
      )}
      {preview.data && found.length > 0 && (
        <>
          <ContinuingRows rows={found} classes={preview.data.classes} choose={continuing.choose} />
          <div className={styles.bar}>
            <Button
              look="solid"
              disabled={ready.length === 0 || !online || !isOpen}
              onClick={() => setAsking(true)}
            >
              {t('continue.holdCount', { count: ready.length })}
            </Button>
          </div>
        </>
      )}
      {isAsking && (
        <HoldDialog term={term} continuing={continuing} onClose={() => setAsking(false)} />
      )}
    </Stack>
  );
}

/** Who goes on in the next term: `?view=continuing&id=` names the term that they go to. */
export function ContinuingPage() {
  const { t } = useTranslation(['terms', 'shell']);
  const [params, setParams] = useSearchParams();
  const id = params.get('id');
  const selected = useSelectedBranchId();
  const own = useStore(({ user }) => user.userData?.branchId);
  const branchId = selected ?? own;
  const { rows } = useCachedList(academicTermsList, { sort: '-startDate' });
  const term = rows?.find(({ _id }) => _id === id);
  const others = rows?.filter(({ _id }) => _id !== id) ?? [];
  const from =
    others.find(({ _id }) => _id === params.get('from')) ??
    others.find(({ startDate }) => term !== undefined && startDate < term.startDate) ??
    others[0];
  return (
    <>
      <PageHeader
        title={term ? t('continue.titleOf', { term: term.name }) : t('shell:page.continuing')}
        back={id === null ? paths.terms : editPath(paths.editTerm, id)}
      />
      {rows && (!term || !from) && (
        <EmptyState icon={Users} title={t('copy.noTerm')} text={t('copy.noTermHint')} />
      )}
      {term && from && (
        <div className={styles.from}>
          <PlainSelect
            label={t('continue.from')}
            value={from._id}
            onChange={({ target }) => {
              const next = new URLSearchParams(params);
              next.set('from', target.value);
              setParams(next, { replace: true });
            }}
          >
            {others.map(({ _id, name, academicYear }) => (
              <option key={_id} value={_id}>{`${name}${DOT}${academicYear}`}</option>
            ))}
          </PlainSelect>
        </div>
      )}
      {term && from && branchId === undefined && <Note tone="wait">{t('continue.branch')}</Note>}
      {term && from && branchId !== undefined && (
        <ContinuingBoard
          key={`${term._id} ${from._id} ${branchId}`}
          term={term}
          from={from}
          branchId={branchId}
        />
      )}
    </>
  );
}
