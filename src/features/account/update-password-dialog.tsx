import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrorText } from '#contract/field-errors.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { PasswordField } from '#src/components/kit/plain-field.tsx';
import { changePassword } from '#src/lib/session/change-password.ts';
import { knowSignIns, ownSessionsQuery, untoldSignIns } from '#src/lib/session/own-sessions.ts';
import { IdempotentSubmit } from '#src/lib/request/save.ts';
import { showAlert } from '#src/lib/store.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

const nothing = { oldPassword: '', newPassword: '' };
const names = ['oldPassword', 'newPassword'] as const;

/**
 * Changes the person's own password; docs/interface.md, "Fixed texts", defines the three outcomes.
 */
export function UpdatePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common']);
  const id = useId();
  const language = useLanguage();
  const client = useQueryClient();
  const [passwords, setPasswords] = useState(nothing);
  const [fields, setFields] = useState<Record<string, string>>({});
  // After a lost answer the server is asked, because "failed" may be shown only if the old password
  // is still valid.
  const [writing] = useState(() => new IdempotentSubmit<typeof nothing, { done: true }>());

  const save = async () => {
    const attempt = { input: passwords, row: undefined, values: passwords };
    const result = await writing.save({ send: changePassword }, attempt);
    if (result.outcome === 'dropped') return;
    if (result.outcome === 'saved') {
      // Whoever signed in until now is out, so this device tells of them no more. Others do, or a
      // stranger who chooses a password would silence them.
      const { queryKey } = ownSessionsQuery;
      knowSignIns(untoldSignIns(client.getQueryData(queryKey) ?? []).map(({ _id }) => _id));
      void client.invalidateQueries({ queryKey });
      onClose();
      showAlert('success', t('password.updated'));
    } else if (result.outcome === 'unknown') showAlert('warning', t('password.unknown'));
    else {
      if (result.outcome === 'invalid') setFields(result.fields);
      showAlert('error', t('password.failed'));
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = names.filter((name) => passwords[name] === '');
    if (empty.length > 0) {
      // The alert disappears after a moment, so each empty field keeps its own error.
      setFields(
        Object.fromEntries(empty.map((name) => [name, fieldErrorText('required', language)])),
      );
      showAlert('warning', t('password.fillBoth'));
      return;
    }
    setFields({});
    void save();
  };

  const field = (name: keyof typeof nothing) => ({
    name,
    value: passwords[name],
    error: fields[name],
    onChange: (event: { target: { value: string } }) => {
      setPasswords({ ...passwords, [name]: event.target.value });
      setFields(({ [name]: _mended, ...others }) => others);
    },
  });
  return (
    <Dialog
      title={t('profile.updatePassword')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button look="solid" type="submit" form={id}>
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate>
        <Stack gap={3}>
          <PasswordField
            label={t('password.old')}
            {...field('oldPassword')}
            autoComplete="current-password"
          />
          <PasswordField
            label={t('password.new')}
            {...field('newPassword')}
            autoComplete="new-password"
          />
        </Stack>
      </form>
    </Dialog>
  );
}
