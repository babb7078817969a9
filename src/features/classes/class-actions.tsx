import { useQueryClient } from '@tanstack/react-query';
import { Ban, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLiveClass, nextStatuses } from '#contract/classes/class-changes.ts';
import { classesList } from '#contract/classes/classes-list.ts';
import type { ClassStatus, SchoolClass } from '#contract/classes/classes.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { api } from '#src/lib/request/api.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { keepRow } from '#src/lib/request/resource.ts';
import { showFailure } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { unsavedTitles } from '#src/lib/unsaved-work.ts';
import { useCan } from '#src/lib/session/use-can.ts';

const CancelClassDialog = lazy(async () => ({
  default: (await import('./cancel-class-dialog.tsx')).CancelClassDialog,
}));

/** The actions on a class besides its form: open its page, move it one step on, or cancel it. */
export function ClassActions({ row }: { row: SchoolClass }) {
  const { t } = useTranslation(['classes', 'common']);
  const client = useQueryClient();
  const mayWrite = useCan(classesList.write);
  const { ask, dialog } = useConfirm();
  const [isCancelling, setCancelling] = useState(false);
  const keep = (changed: SchoolClass) => {
    client.setQueryData([classesList.name, 'record', row._id], changed);
    void keepRow(client, classesList, changed);
    showToast('success', t('common:saved'));
  };
  /** After a refusal: the next try needs the class as it is now. */
  const renew = () =>
    void client.invalidateQueries({ queryKey: [classesList.name, 'record', row._id], exact: true });
  const isSafe = () => {
    if (unsavedTitles().length === 0) return true;
    showToast('error', t('common:form.saveFirst'));
    return false;
  };
  const go = async (status: Exclude<ClassStatus, 'cancelled'>) => {
    if (
      !isSafe() ||
      !(await ask({
        title: t(`step.${status}`),
        text: t(`stepText.${status}`),
        confirm: t(`step.${status}`),
        cancel: t('common:action.cancel'),
      }))
    )
      return;
    const body = { version: row.version, status };
    const result = await saveOnce((key) =>
      api.post<SchoolClass>(`${classesList.path}/${row._id}/status`, body, {
        ...withIdempotency(key),
        quiet: true,
      }),
    );
    if (result.outcome === 'saved') keep(result.row);
    else {
      showFailure(result);
      renew();
    }
  };
  return (
    <>
      <LinkButton isShort icon={Users} to={editPath(paths.classOverview, row._id)}>
        {t('classPage')}
      </LinkButton>
      {mayWrite &&
        nextStatuses[row.status].map((status) => (
          <Button key={status} onClick={() => void go(status)}>
            {t(`step.${status}`)}
          </Button>
        ))}
      {mayWrite && isLiveClass(row.status) && (
        <Button isShort icon={Ban} tone="danger" onClick={() => isSafe() && setCancelling(true)}>
          {t('cancel.action')}
        </Button>
      )}
      {dialog}
      <Suspense>
        {isCancelling && (
          <CancelClassDialog
            row={row}
            onClose={() => setCancelling(false)}
            onRefused={renew}
            onDone={(changed) => {
              setCancelling(false);
              keep(changed);
              void client.invalidateQueries({ queryKey: ['enrolments'] });
            }}
          />
        )}
      </Suspense>
    </>
  );
}
