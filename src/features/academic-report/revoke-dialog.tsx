import { useTranslation } from 'react-i18next';
import { certificates } from '#contract/words/certificate-code.ts';
import { certificateRevoke, type Certificate } from '#contract/classes/certificates.ts';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';

/** Revokes a certificate that was issued by mistake; its number stays in the books. */
export function RevokeDialog({
  certificate: { _id, number },
  onClose,
}: {
  certificate: Certificate;
  onClose: () => void;
}) {
  const { t } = useTranslation('academic-report');
  return (
    <DialogForm
      title={t('revoke.title', { number })}
      description={t('revoke.means')}
      schema={certificateRevoke}
      values={{ reason: '' }}
      submit={t('revoke.submit')}
      isHarmful
      send={(input, key) =>
        api.post<Certificate>(`${certificates.path}/${_id}/revoke`, input, {
          ...withIdempotency(key),
          quiet: true,
        })
      }
      onSaved={() => {
        showToast('success', t('revoke.done', { number }));
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => <TextField {...field('reason')} label={t('revoke.reason')} />}
    </DialogForm>
  );
}
