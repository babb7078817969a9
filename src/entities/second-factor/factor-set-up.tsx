import { Printer } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecoveryCodes, SecondFactorSecret } from '#contract/centre/second-factor.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { PasswordField, PlainField } from '#src/components/kit/plain-field.tsx';
import { PrintSheet } from '#src/components/print/print-sheet.tsx';
import { QrCode } from '#src/components/print/qr-code.tsx';
import { api, ApiError } from '#src/lib/request/api.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import styles from './second-factor.module.css';

const PATH = '/auth/second-factor';

/** A form of one field that only the server checks. */
export function useOneField(name: string, value: string, send: () => Promise<void>) {
  const language = useLanguage();
  const [error, setError] = useState('');
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setMessage('');
    if (value.trim() === '') return setError(fieldErrorText('required', language));
    setError('');
    setBusy(true);
    return send()
      .catch((failure: unknown) => {
        const beside = failure instanceof ApiError ? failure.body.fields?.[name] : undefined;
        if (beside === undefined) setMessage(readFailureText(failure));
        else setError(beside);
      })
      .finally(() => setBusy(false));
  };
  return { error, message, isBusy, submit };
}

function CodeList({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('second-factor');
  return (
    <div className={styles.card}>
      <h3>{t('recovery.title')}</h3>
      <p>{t('recovery.help')}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <LeftToRight>{code}</LeftToRight>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The codes that open the account without the app; shown once, to be printed or written down. */
export function NewRecoveryCodes({
  codes,
  onKept,
}: {
  codes: readonly string[];
  onKept: () => void;
}) {
  const { t } = useTranslation('second-factor');
  return (
    <Stack gap={3}>
      <CodeList codes={codes} />
      <PrintSheet size="a5" label={t('recovery.title')} isUnseen>
        <CodeList codes={codes} />
      </PrintSheet>
      <Row>
        <Button icon={Printer} onClick={() => window.print()}>
          {t('recovery.print')}
        </Button>
        <Button look="solid" onClick={onKept}>
          {t('recovery.kept')}
        </Button>
      </Row>
    </Stack>
  );
}

/** The picture for the authenticator app, the same in letters, and the first code. */
function ProveStep({
  secret,
  token,
  onProved,
}: {
  secret: SecondFactorSecret;
  token: string | undefined;
  onProved: (codes: string[]) => void;
}) {
  const { t } = useTranslation('second-factor');
  const [code, setCode] = useState('');
  const { error, message, isBusy, submit } = useOneField('code', code, async () => {
    const { codes } = await api.post<RecoveryCodes>(
      `${PATH}/confirm`,
      { code },
      { quiet: true, ...(token !== undefined && { token }) },
    );
    onProved(codes);
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap={3}>
        <p>{t('setUp.scan')}</p>
        <QrCode text={secret.address} label={t('setUp.picture')} className={styles.picture} />
        <p>
          {t('setUp.byHand')} <LeftToRight>{secret.secret.match(/.{1,4}/g)?.join(' ')}</LeftToRight>
        </p>
        <PlainField
          name="code"
          label={t('setUp.firstCode')}
          value={code}
          error={error}
          onChange={(event) => setCode(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
        <ErrorText role="alert">{message}</ErrorText>
        <Button look="solid" type="submit" busy={isBusy}>
          {t('setUp.prove')}
        </Button>
      </Stack>
    </form>
  );
}

type FactorSetUpProps = {
  /** The token of a sign-in that is not complete; without it the person's session is used. */
  token?: string;
  /** The password, where it was just typed. */
  password?: string;
  /** Called once the person has seen the recovery codes. */
  onDone: () => void;
};

/** Sets the second factor up: password, picture, first code, recovery codes. */
export function FactorSetUp({ token, password: typed = '', onDone }: FactorSetUpProps) {
  const { t } = useTranslation('second-factor');
  const [password, setPassword] = useState(typed);
  const [secret, setSecret] = useState<SecondFactorSecret>();
  const [codes, setCodes] = useState<string[]>();
  const { error, message, isBusy, submit } = useOneField('password', password, async () => {
    const options = { quiet: true, ...(token !== undefined && { token }) };
    setSecret(await api.post<SecondFactorSecret>(`${PATH}/begin`, { password }, options));
  });
  if (codes) return <NewRecoveryCodes codes={codes} onKept={onDone} />;
  if (secret) return <ProveStep secret={secret} token={token} onProved={setCodes} />;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap={3}>
        <p>{t('setUp.what')}</p>
        {typed === '' && (
          <PasswordField
            name="password"
            label={t('password')}
            value={password}
            error={error}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
            autoFocus
          />
        )}
        <ErrorText role="alert">{message}</ErrorText>
        <Button look="solid" type="submit" busy={isBusy}>
          {t('setUp.begin')}
        </Button>
      </Stack>
    </form>
  );
}
