import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  PasskeyChoice,
  PasskeyRequest,
  UsedPasskey,
  SecondFactorProof,
} from '#contract/centre/second-factor.ts';
import { Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PasswordField, PlainField } from '#src/components/kit/plain-field.tsx';
import { PasskeyButton } from '#src/entities/second-factor/passkey-button.tsx';
import { PasskeyFailure, unlockPasskey } from '#src/entities/second-factor/passkey.ts';
import { api, ApiError } from '#src/lib/request/api.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';

type ProofStepProps = {
  title: string;
  /** The words of the button that does it. */
  label: string;
  isDanger?: boolean;
  /** Whether a passkey may stand for the code, and of which host. */
  choice: PasskeyChoice;
  /** Further fields of the act. */
  children?: ReactNode;
  act: (proof: SecondFactorProof) => Promise<void>;
  onBack: () => void;
};

const empty = { password: '', code: '' };

/** Asks for the password, and for a code or a passkey, before an act on one's own factor. */
export function ProofStep(props: ProofStepProps) {
  const { title, label, isDanger = false, choice, children, act, onBack } = props;
  const { t } = useTranslation(['second-factor', 'common']);
  const [typed, setTyped] = useState(empty);
  const [passkey, setPasskey] = useState<UsedPasskey>();
  const [fields, setFields] = useState<Record<string, string>>({});
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const show = (error: unknown) => {
    // The server takes what a device has signed once; only a wrong password leaves it unused.
    if (error instanceof ApiError && error.body.fields) return setFields(error.body.fields);
    setPasskey(undefined);
    return setMessage(
      error instanceof PasskeyFailure ? t(`passkey.${error.reason}`) : readFailureText(error),
    );
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFields({});
    setMessage('');
    setBusy(true);
    const { password, code } = typed;
    await act(passkey ? { password, passkey } : { password, code }).catch(show);
    setBusy(false);
  };
  const field = (name: keyof typeof typed) => ({
    name,
    label: t(name),
    value: typed[name],
    error: fields[name],
    onChange: (event: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value }),
  });
  const isFilled = typed.password !== '' && (passkey !== undefined || typed.code !== '');
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap={3}>
        <h3>{title}</h3>
        {children}
        <PasswordField {...field('password')} autoComplete="current-password" autoFocus />
        {passkey ? (
          <Note tone="good" role="status">
            {t('passkey.unlocked')}
          </Note>
        ) : (
          <PlainField {...field('code')} autoComplete="one-time-code" />
        )}
        {choice.hasPasskey && !passkey && (
          <PasskeyButton
            host={choice.host}
            label={t('passkey.use')}
            act={async () => {
              const options = await api.post<PasskeyRequest>(
                '/auth/passkeys/ask',
                {},
                { quiet: true },
              );
              setPasskey(await unlockPasskey(options));
            }}
          />
        )}
        <ErrorText role="alert">{message}</ErrorText>
        <Row>
          <Button
            look="solid"
            tone={isDanger ? 'danger' : undefined}
            type="submit"
            busy={isBusy}
            disabled={!isFilled}
          >
            {label}
          </Button>
          <Button onClick={onBack}>{t('common:action.cancel')}</Button>
        </Row>
      </Stack>
    </form>
  );
}
