import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { passkeyHindrance, PasskeyFailure } from './passkey.ts';

type PasskeyButtonProps = {
  /** The host of passkeys, as the server says it. */
  host: string | null;
  label: string;
  className?: string | undefined;
  /** Asks the device; what it rejects with is shown below the button. */
  act: () => Promise<void>;
};

/** Begins an act with a passkey. Where the page can use none, the button is off and says why. */
export function PasskeyButton({ host, label, className, act }: PasskeyButtonProps) {
  const { t } = useTranslation('second-factor');
  const id = useId();
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const hindrance = passkeyHindrance(host);
  const press = async () => {
    setMessage('');
    setBusy(true);
    try {
      await act();
    } catch (error) {
      setMessage(
        error instanceof PasskeyFailure ? t(`passkey.${error.reason}`) : readFailureText(error),
      );
    }
    setBusy(false);
  };
  return (
    <Stack gap={1}>
      <Button
        icon={KeyRound}
        className={className}
        busy={isBusy}
        disabled={hindrance !== undefined}
        aria-describedby={hindrance && id}
        onClick={() => void press()}
      >
        {label}
      </Button>
      {hindrance && <small id={id}>{t(`passkey.why.${hindrance}`, { host })}</small>}
      {message !== '' && <ErrorText role="alert">{message}</ErrorText>}
    </Stack>
  );
}
