import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnPin } from '#contract/centre/auth.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { PasswordField } from '#src/components/kit/plain-field.tsx';
import { api, ApiError } from '#src/lib/request/api.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { showToast } from '#src/lib/toast.ts';

const PATH = '/auth/pin';
const queryKey = ['own-pin'];

/** The person's own PIN for taking a device over: set, replaced and removed with the password. */
export function PinDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['second-factor', 'common']);
  const client = useQueryClient();
  const form = useId();
  const { data: own } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<OwnPin>(PATH, { signal, quiet: true }),
    staleTime: 0,
    meta: { persist: false },
  });
  const [typed, setTyped] = useState({ password: '', pin: '' });
  const [fields, setFields] = useState<Record<string, string>>({});
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (path: string, body: object, said: string) => {
    setFields({});
    setMessage('');
    setBusy(true);
    try {
      await api.post(path, body, { quiet: true });
      showToast('success', said);
      await client.invalidateQueries({ queryKey });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.body.fields) setFields(error.body.fields);
      else setMessage(readFailureText(error));
    }
    setBusy(false);
  };
  const { password, pin } = typed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(PATH, typed, t('pin.set'));
  };
  const field = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    error: fields[name],
    onChange: (event: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <Dialog
      title={t('pin.title')}
      description={t('pin.help')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          {own?.isOn && (
            <Button
              tone="danger"
              disabled={isBusy || password === ''}
              onClick={() => void send(`${PATH}/remove`, { password }, t('pin.removed'))}
            >
              {t('pin.remove')}
            </Button>
          )}
          <Button
            look="solid"
            type="submit"
            form={form}
            disabled={isBusy || password === '' || pin === ''}
          >
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Stack gap={3}>
          {own?.isOn && <p>{t('pin.on')}</p>}
          <PasswordField
            {...field('password')}
            label={t('password')}
            autoComplete="current-password"
            autoFocus
          />
          <PasswordField
            {...field('pin')}
            label={t('pin.new')}
            help={t('pin.rule')}
            inputMode="numeric"
            autoComplete="off"
          />
          <ErrorText role="alert">{message}</ErrorText>
        </Stack>
      </form>
    </Dialog>
  );
}
