import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shifts } from '#contract/money/drawer-paths.ts';
import {
  acceptInput,
  type AcceptInput,
  type Shift,
  type ShiftRecord,
} from '#contract/money/drawers.ts';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { SignDialog } from '#src/entities/approval/sign-dialog.tsx';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { drawerDifference } from './difference-act.ts';
import { useDrawersChanged } from './drawer-queries.ts';

type AcceptProps = {
  shift: ShiftRecord;
  /** True if the signed-in person may accept it. */
  isOwn: boolean;
  onClose: () => void;
};

/**
 * Somebody other than the person who counted accepts a difference: the signed-in person, or one who
 * signs here.
 */
export function AcceptDialog({ shift, isOwn, onClose }: AcceptProps) {
  const { t } = useTranslation('drawer');
  const changed = useDrawersChanged();
  const [approvalToken, setToken] = useState<string>();
  if (!isOwn && approvalToken === undefined)
    return (
      <SignDialog
        act={drawerDifference(shift, shift.counts)}
        text={t('aboveLimit', { limit: formatNumber(shift.differenceLimitLAK) })}
        onSigned={setToken}
        onClose={onClose}
      />
    );
  return (
    <DialogForm
      title={t('acceptDifference')}
      schema={acceptInput}
      values={{ reason: shift.closing?.reason ?? '', approvalToken: approvalToken ?? null }}
      submit={t('acceptDifference')}
      send={(input: AcceptInput, key) =>
        api.post<Shift>(`${shifts.path}/${shift._id}/accept`, input, {
          ...withIdempotency(key),
          quiet: true,
        })
      }
      onSaved={async () => {
        await changed();
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => <TextField {...field('reason')} label={t('reason')} />}
    </DialogForm>
  );
}
