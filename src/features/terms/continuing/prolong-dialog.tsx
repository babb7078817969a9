import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { HeldFamilies, Prolonged } from '#contract/classes/continuing-replies.ts';
import { isDay } from '#contract/dates.ts';
import { date } from '#contract/fields.ts';
import { DateField } from '#src/components/fields/date-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { api } from '#src/lib/request/api.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { today } from '#src/lib/text/today.ts';
import { showToast } from '#src/lib/toast.ts';
import { proposedUntil } from './proposed-until.ts';
import { continuingPath } from './use-held-families.ts';

type Asked = { termId: string; branchId: string | undefined };

const prolongForm = z.object({ until: date });

/** How many seats the typed day holds longer, before anything is written. */
function ProlongPreview({ termId, branchId }: Asked) {
  const { t } = useTranslation('terms');
  const until = useWatch({ name: 'until' }) as string | null;
  const { data, error } = useQuery({
    queryKey: ['continuing-prolong', termId, branchId, until],
    queryFn: ({ signal }) =>
      api.post<Prolonged>(
        `${continuingPath(termId)}/prolong/preview`,
        { branchId: branchId ?? null, until },
        { signal, quiet: true },
      ),
    enabled: isDay(until),
    meta: { persist: false },
  });
  if (error) return <HelpText>{readFailureText(error)}</HelpText>;
  if (!data) return null;
  return (
    <HelpText>
      {t('answers.prolongCount', { count: data.places })}{' '}
      {data.limited > 0 && t('answers.prolongLimited', { count: data.limited })}
    </HelpText>
  );
}

/** Holds all seats without a yes until a later day, in one act. */
export function ProlongHoldsDialog({
  termId,
  branchId,
  held: { freeTomorrow, lastFirstDay },
  refresh,
  onClose,
}: Asked & { held: HeldFamilies; refresh: () => Promise<void>; onClose: () => void }) {
  const { t } = useTranslation('terms');
  return (
    <DialogForm
      title={t('answers.prolong')}
      description={t('answers.freeTomorrow', { count: freeTomorrow })}
      schema={prolongForm}
      values={{ until: proposedUntil(today(), lastFirstDay) }}
      submit={t('answers.prolong')}
      send={({ until }, key) =>
        api.post<Prolonged>(
          `${continuingPath(termId)}/prolong`,
          { branchId: branchId ?? null, until },
          { ...withIdempotency(key), quiet: true },
        )
      }
      onSaved={async ({ places }) => {
        showToast('success', t('answers.prolonged', { count: places }));
        await refresh();
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <DateField
            {...field('until')}
            label={t('continue.until')}
            help={t('continue.untilHelp')}
          />
          <ProlongPreview termId={termId} branchId={branchId} />
        </>
      )}
    </DialogForm>
  );
}
