import { CircleAlert, LockKeyhole } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OfflineBanner } from '#src/app/feedback/notices/offline-banner.tsx';
import { leave } from '#src/app/routing/sign-in-address.ts';
import { Button } from '#src/components/kit/button.tsx';
import { PasswordField } from '#src/components/kit/plain-field.tsx';
import { useServerForm } from '#src/features/sign-in/use-server-form.ts';
import { focusBeforeLock, isLocked } from '#src/lib/session/lock.ts';
import { isPasswordKept, isPasswordRemembered } from '#src/lib/session/remembered-password.ts';
import { useStore } from '#src/lib/store.ts';
import { CannotTellError, unlock } from '#src/lib/session/unlock.ts';
import { keepUnsavedWork } from '#src/lib/unsaved-work.ts';
import { useListsEnded } from '#src/offline/lists/lists-ended.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { BrandMark } from '#src/theme/brand-mark.tsx';
import styles from './lock-screen.module.css';

/**
 * Shows the dialog in front of everything, and returns the focus afterwards to where it was when
 * the screen locked.
 */
function useLockDialog() {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector('input')?.focus();
    return () => {
      dialog?.close();
      focusBeforeLock()?.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}

/**
 * Signs out from the lock screen, whoever does it. Typed input is saved as drafts first; `lost` is
 * true if that fails.
 */
function useLeave() {
  const [lost, setLost] = useState(false);
  const [isAway, setAway] = useState(false);
  const signOut = async () => {
    const isSaid = lost || isAway;
    const isKept = lost || (await keepUnsavedWork());
    if (isSaid || (isKept && navigator.onLine)) return leave();
    setLost(!isKept);
    setAway(!navigator.onLine);
  };
  return { lost, isAway, signOut: () => void signOut() };
}

/**
 * True if the device keeps something to check the password with; `undefined` until that is known.
 */
function useKept(): boolean | undefined {
  const [isKept, setKept] = useState<boolean>();
  useEffect(() => {
    isPasswordKept().then(setKept, () => setKept(false));
  }, []);
  return isKept;
}

function useUnlock() {
  const [password, setPassword] = useState('');
  // `navigator.onLine` at the last try that could not be checked; a change of it makes another try
  // worthwhile.
  const [couldNotTell, setCouldNotTell] = useState<boolean>();
  const online = useOnline();
  const form = useServerForm({ password }, async () => {
    setCouldNotTell(undefined);
    try {
      await unlock(password);
    } catch (error) {
      if (!(error instanceof CannotTellError)) throw error;
      setCouldNotTell(navigator.onLine);
    }
  });
  const isKept = useKept();
  const cannotTell =
    couldNotTell === online || (!online && !isPasswordRemembered() && isKept === false);
  return { ...form, password, setPassword, cannotTell };
}

/**
 * Covers everything until the signed-in person enters their password. Plain CSS, because it must
 * work on any page.
 */
export function LockScreen() {
  const { t } = useTranslation(['lock', 'shell']);
  const id = useId();
  const dialog = useLockDialog();
  const user = useStore((state) => state.user.userData);
  const { form, fields, message, wait, submit, password, setPassword, cannotTell } = useUnlock();
  const { lost, isAway, signOut } = useLeave();
  const guessed = useListsEnded(({ why }) => why === 'guesses');
  const trouble = [
    guessed && t('guessed'),
    cannotTell && t('connect'),
    message && fields['password'] === undefined && message,
    lost && t('lost'),
    isAway && t('away'),
  ].filter((text) => typeof text === 'string' && text !== '');
  return (
    <dialog
      ref={dialog}
      className={styles.lock}
      aria-labelledby={id}
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      onClose={() => isLocked() && dialog.current?.showModal()}
    >
      <OfflineBanner />
      <div className={styles.middle}>
        <form ref={form} className={styles.form} onSubmit={submit} noValidate>
          <div className={styles.head}>
            <BrandMark />
            <h1 id={id} className={styles.title}>
              <LockKeyhole size={22} strokeWidth={1.75} aria-hidden />
              {t('title')}
            </h1>
            {user && <p>{t('who', { name: `${user.firstName} ${user.lastName}` })}</p>}
            <p className={styles.muted}>{t('kept')}</p>
          </div>
          <PasswordField
            label={t('password')}
            name="password"
            autoComplete="current-password"
            value={password}
            error={fields['password']}
            onChange={(event) => setPassword(event.target.value)}
          />
          <div role="alert" className={styles.news}>
            {trouble.map((text) => (
              <p key={String(text)} className={styles.trouble}>
                <CircleAlert size={16} aria-hidden />
                <span>{text}</span>
              </p>
            ))}
          </div>
          <div className={styles.actions}>
            <Button look="solid" type="submit" disabled={wait > 0}>
              {t('unlock')}
            </Button>
            <Button onClick={signOut}>{t('shell:profile.signOut')}</Button>
          </div>
        </form>
      </div>
    </dialog>
  );
}
