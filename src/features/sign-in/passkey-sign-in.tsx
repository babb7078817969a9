import { useTranslation } from 'react-i18next';
import type { PasskeyRequest } from '#contract/centre/second-factor.ts';
import { PasskeyButton } from '#src/entities/second-factor/passkey-button.tsx';
import { unlockPasskey } from '#src/entities/second-factor/passkey.ts';
import { api } from '#src/lib/request/api.ts';
import type { HeldSignIn } from '#src/lib/session/account.ts';
import { enterWithPasskey } from '#src/lib/session/passkey-sign-in.ts';
import styles from './sign-in.module.css';

type PasskeySignInProps = { host: string | null; onHeld: (held: HeldSignIn) => void };

/** The way in without e-mail and password; the person chooses among the passkeys of the device. */
export function PasskeySignIn({ host, onHeld }: PasskeySignInProps) {
  const { t } = useTranslation('second-factor');
  return (
    <PasskeyButton
      host={host}
      label={t('passkey.signIn')}
      className={styles.submit}
      act={async () => {
        const path = '/auth/login/passkey/begin';
        const options = await api.post<PasskeyRequest>(path, {}, { quiet: true });
        const held = await enterWithPasskey(await unlockPasskey(options));
        if (held) onHeld(held);
      }}
    />
  );
}
