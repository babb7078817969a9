import { SunMoon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '#contract/language.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import { Segments } from '#src/components/kit/segments.tsx';
import type { HeldSignIn } from '#src/lib/session/account.ts';
import { chooseLocale, toggleTheme } from '#src/lib/appearance.ts';
import { useCentreLogo, useCentreName } from '#src/lib/session/centre.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { nativeNames } from '#src/lib/text/native-names.ts';
import { usePageTitle } from '#src/lib/browser/page-title.ts';
import { useStore } from '#src/lib/store.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { BrandMark } from '#src/theme/brand-mark.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { SetupForm } from './setup-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in.module.css';
import { useSetupState } from './use-setup-state.ts';
import { WovenHem } from './woven-band.tsx';
import { copyrightLine, versionLabel } from '#src/lib/text/footer-words.ts';

const RescueForm = lazy(() =>
  import('./rescue-form.tsx').then((module) => ({ default: module.RescueForm })),
);

const SecondFactorForm = lazy(async () => {
  const [{ SecondFactorForm: Form }] = await Promise.all([
    import('./second-factor-form.tsx'),
    loadWords('second-factor'),
  ]);
  return { default: Form };
});

/** The step of a sign-in that is missing. */
function HeldStep({ held, onHeld }: { held: HeldSignIn; onHeld: (next?: HeldSignIn) => void }) {
  // The code of a factor comes before the new password, the set-up of one after it.
  if (held.answer.missingHalf !== 'code' && held.answer.mustChangePassword)
    return <NewPasswordForm held={held} onBack={() => onHeld()} onChosen={onHeld} />;
  return (
    <Suspense>
      <SecondFactorForm held={held} onBack={() => onHeld()} onPassed={onHeld} />
    </Suspense>
  );
}

function Choices() {
  const { t } = useTranslation();
  const current = useLanguage();
  const isDarkMode = useStore(({ theme }) => theme.isDarkMode);
  return (
    <>
      <Segments
        label={t('language')}
        options={languages.map((code) => ({ value: code, label: nativeNames[code], lang: code }))}
        value={current}
        onChoose={(code) => void chooseLocale(code)}
      />
      <IconButton
        icon={SunMoon}
        label={t('darkTheme')}
        aria-pressed={isDarkMode}
        onClick={toggleTheme}
      />
    </>
  );
}

/**
 * The only page of the blank layout: the sign-in, or the first-run form of a centre without
 * accounts. `onTyping` is the moment to preload the pages behind it.
 */
export function SignInPage({ onTyping }: { onTyping: () => void }) {
  const { t } = useTranslation('auth');
  const { t: common } = useTranslation();
  const { needed, demoAccounts, passkeyHost } = useSetupState();
  const centre = useCentreName();
  const logo = useCentreLogo();
  // Without a network the logo cannot be fetched; the mark of BranchDesk is always here.
  const [missingLogo, setMissingLogo] = useState<string>();
  const [held, setHeld] = useState<HeldSignIn>();
  const [isRescue, setIsRescue] = useState(false);
  usePageTitle(needed ? t('setup.title') : t('signIn'));
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <span className={styles.brand}>
          {logo && logo !== missingLogo ? (
            <img src={logo} alt="" width="32" height="32" onError={() => setMissingLogo(logo)} />
          ) : (
            <BrandMark />
          )}
          {common('appName')}
        </span>
        <Choices />
      </header>
      <main className={styles.middle}>
        {needed && <SetupForm onTyping={onTyping} />}
        {!needed && held && <HeldStep held={held} onHeld={setHeld} />}
        {!needed && !held && isRescue && (
          <Suspense>
            <RescueForm onBack={() => setIsRescue(false)} onHeld={setHeld} />
          </Suspense>
        )}
        {!needed && !held && !isRescue && (
          <SignInForm
            demoAccounts={demoAccounts}
            passkeyHost={passkeyHost}
            onTyping={onTyping}
            onHeld={setHeld}
            onRescue={() => setIsRescue(true)}
          />
        )}
      </main>
      <footer className={styles.base}>
        <span>{copyrightLine(centre)}</span>
        <span>{versionLabel}</span>
      </footer>
      <WovenHem />
    </div>
  );
}
