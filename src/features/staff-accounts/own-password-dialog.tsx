import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { PasswordField } from '#src/components/kit/plain-field.tsx';

/** The typed password; null from somebody who goes back. */
type OnAnswer = (password: string | null) => void;

/** Asks for the own password before a save, and keeps it until the save has read it. */
export function useOwnPassword() {
  const password = useRef<string>(undefined);
  const [answer, setAnswer] = useState<OnAnswer>();
  return {
    /** The password for one save; none where nobody was asked. */
    typed: () => {
      const typed = password.current;
      password.current = undefined;
      return typed;
    },
    /** False if the person goes back to the form. */
    ask: () =>
      new Promise<boolean>((resolve) => {
        setAnswer(() => (typed: string | null) => {
          password.current = typed ?? undefined;
          setAnswer(undefined);
          resolve(typed !== null);
        });
      }),
    answer,
  };
}

/** The own password, which the server asks of whoever changes the own e-mail address. */
export function OwnPasswordDialog({ onAnswer }: { onAnswer: OnAnswer }) {
  const { t } = useTranslation('staff-accounts');
  const { t: common } = useTranslation();
  const form = useId();
  const [password, setPassword] = useState('');
  return (
    <Dialog
      title={t('ownEmail.title')}
      description={t('ownEmail.text')}
      onClose={() => onAnswer(null)}
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>{common('action.cancel')}</Button>
          <Button look="solid" type="submit" form={form} disabled={password === ''}>
            {common('action.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onAnswer(password);
        }}
      >
        <PasswordField
          name="password"
          label={t('ownEmail.password')}
          value={password}
          autoComplete="current-password"
          autoFocus
          onChange={({ target }) => setPassword(target.value)}
        />
      </form>
    </Dialog>
  );
}
