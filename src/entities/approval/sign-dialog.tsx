import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { approvals, type ApprovalAnswer, type ApprovedAct } from '#contract/centre/approvals.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { api } from '#src/lib/request/api.ts';
import { failureText, type Unsaved } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';

type SignDialogProps = {
  act: ApprovedAct;
  text: string;
  onSigned: (token: string, signedBy: string) => void;
  onClose: () => void;
};

/**
 * A second person approves one action with their password on this screen; their session is not
 * kept.
 */
export function SignDialog({ act, text, onSigned, onClose }: SignDialogProps) {
  const { t } = useTranslation(['approvals', 'common']);
  const form = useId();
  const [words, setWords] = useState({ email: '', password: '', code: '' });
  const [failure, setFailure] = useState<Unsaved>();
  const wrong = failure?.outcome === 'invalid' ? failure.fields : {};
  // Whoever has a second factor is asked for its code too, once the password was right.
  const asksCode = wrong['code'] !== undefined || words.code !== '';
  const fields = useRef<HTMLFormElement>(null);
  useEffect(
    () => fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    [failure],
  );
  const [isBusy, setBusy] = useState(false);
  const sign = async () => {
    setBusy(true);
    const result = await saveOnce((key) =>
      api.post<ApprovalAnswer>(
        approvals.path,
        { ...words, act },
        { ...withIdempotency(key), quiet: true },
      ),
    );
    setBusy(false);
    if (result.outcome === 'saved') onSigned(result.row.token, result.row.approvedBy);
    else setFailure(result);
  };
  return (
    <Dialog
      title={t('title')}
      description={text}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            look="solid"
            type="submit"
            form={form}
            disabled={isBusy || words.email === '' || words.password === ''}
          >
            {t('do')}
          </Button>
        </>
      }
    >
      <form
        ref={fields}
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void sign();
        }}
      >
        <Stack gap={3}>
          {(['email', 'password'] as const).map((name) => (
            <PlainField
              key={name}
              label={t(name)}
              type={name}
              autoComplete="off"
              autoFocus={name === 'email'}
              required
              error={wrong[name]}
              value={words[name]}
              onChange={({ target }) => setWords({ ...words, [name]: target.value })}
            />
          ))}
          {asksCode && (
            <PlainField
              label={t('code')}
              autoComplete="off"
              required
              error={wrong['code']}
              value={words.code}
              onChange={({ target }) => setWords({ ...words, code: target.value })}
            />
          )}
          <ErrorText role="alert">
            {failure && failure.outcome !== 'invalid' && failureText(failure)}
          </ErrorText>
        </Stack>
      </form>
    </Dialog>
  );
}
