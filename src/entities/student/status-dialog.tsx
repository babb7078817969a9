import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { optionalText } from '#contract/fields.ts';
import { studentsList } from '#contract/people/students-list.ts';
import type { StatusesChanged } from '#contract/people/students.ts';
import { studentStatuses, type StudentStatus } from '#contract/people/student-words.ts';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { api } from '#src/lib/request/api.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { saveOnce, type SaveResult, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';

type Words = TFunction<['people', 'common']>;

const change = (path: string, body: unknown): Promise<SaveResult<StatusesChanged>> =>
  saveOnce((key) => api.post<StatusesChanged>(path, body, withIdempotency(key)));

/** Queries that say who has which status. */
const statusKeys = [listKey(studentsList), ['year-close']];

async function readAgain(client: QueryClient): Promise<void> {
  await Promise.all(statusKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

async function undo(client: QueryClient, t: Words, changed: StatusesChanged): Promise<void> {
  const { students } = changed;
  const result = await change('/students/status/undo', { students });
  if (result.outcome === 'saved')
    showToast('success', t('statusesUndone', { n: formatNumber(students.length) }));
  await readAgain(client);
}

/** Confirms the change, with an Undo button. */
function tellChanged(client: QueryClient, t: Words, changed: StatusesChanged): void {
  const count = changed.students.length;
  const { placed = 0 } = changed;
  const told = t('statusesChanged', { n: formatNumber(count) });
  const text = placed === 0 ? told : `${told} ${t('nowPlaced', { n: formatNumber(placed) })}`;
  if (count === 0) showToast('info', text);
  else
    showToast('success', text, undefined, {
      label: t('common:action.undo'),
      run: () => void undo(client, t, changed),
    });
}

type StatusDialogProps = {
  ids: readonly string[];
  /** The status that is proposed. */
  proposed?: StudentStatus;
  /** Only those change who still have had no place for 12 months. */
  idle?: boolean;
  /** Who gets the status, where the page behind does not show it. */
  children?: ReactNode;
  onClose: () => void;
  onDone: () => void;
};

// The same rule as for the whole request, which also contains the students.
const statusForm = z.object({ status: z.enum(studentStatuses), reason: optionalText(200) }).check(
  z.refine(({ status, reason }) => status !== 'left' || reason !== '', {
    error: 'required',
    path: ['reason'],
  }),
);

/** Gives the selected students one status; leaving needs a reason. */
export function StatusDialog({
  ids,
  proposed = 'active',
  idle = false,
  children,
  onClose,
  onDone,
}: StatusDialogProps) {
  const { t } = useTranslation(['people', 'common']);
  const client = useQueryClient();
  return (
    <DialogForm
      title={t('statusOf', { n: formatNumber(ids.length) })}
      schema={statusForm}
      values={{ status: proposed, reason: '' }}
      submit={t('changeStatus')}
      send={(input, key) =>
        api.post<StatusesChanged>(
          '/students/status',
          { ids, ...input, ...(idle && { idle }) },
          withIdempotency(key),
        )
      }
      onSaved={(changed) => {
        tellChanged(client, t, changed);
        void readAgain(client);
        onDone();
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <SelectField
            {...field('status')}
            label={t('status')}
            options={studentStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          />
          <TextField {...field('reason')} label={t('reason')} />
          {children}
        </>
      )}
    </DialogForm>
  );
}
