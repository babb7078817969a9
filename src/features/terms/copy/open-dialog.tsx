import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  isOpenable,
  type OpenedClasses,
  type OpenPreview,
  type OpenRow,
} from '#contract/classes/class-copies.ts';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { DOT } from '#contract/words/dot.ts';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { api } from '#src/lib/request/api.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';

type Asked = { termId: string; copyId: string | null; branchId: string | undefined };
type DialogProps = Asked & { refresh: () => Promise<void>; onClose: () => void };

const openForm = z.object({});

/** Drafts with what stands in their way, or what to think of. */
function Drafts({ title, rows }: { title: string; rows: readonly OpenRow[] }) {
  const { t } = useTranslation('terms');
  if (rows.length === 0) return null;
  return (
    <div>
      <p>{title}</p>
      <ul>
        {rows.map(({ classId, classCode, problems }) => (
          <li key={classId}>
            <bdi dir="ltr">{classCode}</bdi>
            {problems.map((problem) => `${DOT}${t(`copy.openProblems.${problem}`)}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Which drafts would be opened and which cannot be, before anything is written. */
function OpeningPreview({ termId, ...asked }: Asked) {
  const { t } = useTranslation('terms');
  const { data, error } = useQuery({
    queryKey: ['class-copies', termId, 'opening', asked.copyId, asked.branchId],
    queryFn: ({ signal }) =>
      api.post<OpenPreview>(`${academicTermsList.path}/${termId}/copies/open/preview`, asked, {
        signal,
        quiet: true,
      }),
    meta: { persist: false },
  });
  if (error) return <HelpText>{readFailureText(error)}</HelpText>;
  if (!data) return null;
  const ready = data.rows.filter(isOpenable);
  const left = data.rows.filter((row) => !isOpenable(row));
  return (
    <>
      <p>{t('copy.openCount', { count: ready.length })}</p>
      <Drafts title={t('copy.openNot', { count: left.length })} rows={left} />
      <Drafts
        title={t('copy.openBut')}
        rows={ready.filter(({ problems }) => problems.length > 0)}
      />
    </>
  );
}

/** Opens all drafts of a copy in one act. */
export function OpenDraftsDialog({ refresh, onClose, ...asked }: DialogProps) {
  const { t } = useTranslation('terms');
  const { termId, copyId, branchId } = asked;
  return (
    <DialogForm
      title={t('copy.open')}
      schema={openForm}
      values={{}}
      submit={t('copy.openAct')}
      send={(_input, key) =>
        api.post<OpenedClasses>(
          `${academicTermsList.path}/${termId}/copies/open`,
          { copyId, branchId },
          { ...withIdempotency(key), quiet: true },
        )
      }
      onSaved={async ({ opened, left }) => {
        const stays = left.length > 0 ? ` ${t('copy.openNot', { count: left.length })}` : '';
        showToast('success', `${t('copy.opened', { count: opened })}${stays}`);
        await refresh();
        onClose();
      }}
      onClose={onClose}
    >
      {() => <OpeningPreview {...asked} />}
    </DialogForm>
  );
}
