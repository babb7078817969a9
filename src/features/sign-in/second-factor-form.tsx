import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  mayBeRemembered,
  REMEMBERED_DAYS,
  type SecondFactorPassed,
  type PasskeyChoice,
  type PasskeyRequest,
} from '#contract/centre/second-factor.ts';
import { FactorSetUp } from '#src/entities/second-factor/factor-set-up.tsx';
import { PasskeyButton } from '#src/entities/second-factor/passkey-button.tsx';
import { unlockPasskey } from '#src/entities/second-factor/passkey.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { api } from '#src/lib/request/api.ts';
import { completeSignIn, type HeldSignIn } from '#src/lib/session/account.ts';
import { keepDeviceKey } from '#src/lib/session/remembered-device.ts';
import { FormMessage } from './form-message.tsx';
import styles from './sign-in.module.css';
import { useServerForm } from './use-server-form.ts';

type StepProps = {
  held: HeldSignIn;
  onBack: () => void;
  /** Called with the rest of the sign-in, if there is one. */
  onPassed: (next?: HeldSignIn) => void;
};

const PATH = '/auth/second-factor';

/** Whether the person may use a passkey; nothing until the server has answered. */
function usePasskeyChoice(token: string): PasskeyChoice {
  const [choice, setChoice] = useState<PasskeyChoice>({ host: null, hasPasskey: false });
  useEffect(() => {
    const leaving = new AbortController();
    api
      .get<PasskeyChoice>(`${PATH}/passkey`, { token, quiet: true, signal: leaving.signal })
      .then(setChoice, () => undefined);
    return () => leaving.abort();
  }, [token]);
  return choice;
}

/** Asks for the code of the app, or for a recovery code. */
function CodeForm({ held, onBack, onPassed }: StepProps) {
  const { t } = useTranslation(['second-factor', 'auth']);
  const [code, setCode] = useState('');
  const [remember, setRemember] = useState(false);
  const { user } = held.answer;
  const choice = usePasskeyChoice(held.answer.token);
  const options = { quiet: true, token: held.answer.token };
  const goOn = async (passed: SecondFactorPassed) => {
    const { recoveryLeft, missingHalf, wasLimited, deviceKey } = passed;
    if (deviceKey !== null) keepDeviceKey(user._id, deviceKey);
    if (missingHalf !== null)
      return onPassed({
        ...held,
        answer: { ...held.answer, missingHalf, wasLimited },
        isLost: true,
      });
    onPassed(
      await completeSignIn({ ...held, answer: { ...held.answer, wasLimited, recoveryLeft } }),
    );
  };
  const { form, fields, message, wait, submit } = useServerForm({ code }, async () =>
    goOn(await api.post<SecondFactorPassed>(PATH, { code, remember }, options)),
  );
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <div>
        <h1 className={styles.title}>{t('ask.title')}</h1>
        <p className={styles.centre}>{t('ask.hint')}</p>
      </div>
      <PlainField
        name="code"
        label={t('code')}
        help={t('ask.help')}
        value={code}
        error={fields['code']}
        onChange={(event) => setCode(event.target.value)}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoFocus
      />
      {mayBeRemembered(user.role) && (
        <Tick checked={remember} onChange={(event) => setRemember(event.target.checked)}>
          <span>
            {t('remember.label', { count: REMEMBERED_DAYS })}
            <small>{t('remember.help')}</small>
          </span>
        </Tick>
      )}
      <FormMessage text={message} wait={wait} />
      <Button look="solid" className={styles.submit} type="submit" disabled={wait > 0}>
        {t('auth:signIn')}
      </Button>
      {choice.hasPasskey && (
        <PasskeyButton
          host={choice.host}
          label={t('passkey.use')}
          className={styles.submit}
          act={async () => {
            const asked = await api.post<PasskeyRequest>('/auth/passkeys/ask', {}, options);
            const passkey = await unlockPasskey(asked);
            const body = { passkey, remember };
            await goOn(await api.post<SecondFactorPassed>(`${PATH}/passkey`, body, options));
          }}
        />
      )}
      <Button className={styles.submit} onClick={onBack}>
        {t('auth:newPassword.back')}
      </Button>
    </form>
  );
}

/** The centre asks for a second factor that this person has not set up yet, or theirs was lost. */
function SetUpStep({ held, onBack, onPassed }: StepProps) {
  const { t } = useTranslation(['second-factor', 'auth']);
  return (
    <div className={styles.form}>
      <div>
        <h1 className={styles.title}>{t('setUp.title')}</h1>
        <p className={styles.centre}>{t(held.isLost ? 'setUp.lost' : 'setUp.asked')}</p>
      </div>
      <FactorSetUp
        token={held.answer.token}
        password={held.password}
        onDone={() => void completeSignIn(held).then(onPassed)}
      />
      <Button className={styles.submit} onClick={onBack}>
        {t('auth:newPassword.back')}
      </Button>
    </div>
  );
}

/** Tells the owner of an account that somebody guessed at its password. */
function TriesStep({ held, onPassed }: StepProps) {
  const { t } = useTranslation('second-factor');
  return (
    <div className={styles.form}>
      <h1 className={styles.title}>{t('tries.title')}</h1>
      <Note tone="wait" icon={TriangleAlert}>
        {t('tries.what')}
      </Note>
      <Button
        look="solid"
        className={styles.submit}
        autoFocus
        onClick={() =>
          void completeSignIn({ ...held, answer: { ...held.answer, wasLimited: false } }).then(
            onPassed,
          )
        }
      >
        {t('tries.goOn')}
      </Button>
    </div>
  );
}

/** The second half of a sign-in, or what the person reads before the first page. */
export function SecondFactorForm(props: StepProps) {
  if (props.held.answer.missingHalf === null) return <TriesStep {...props} />;
  return props.held.answer.missingHalf === 'code' ? (
    <CodeForm {...props} />
  ) : (
    <SetUpStep {...props} />
  );
}
