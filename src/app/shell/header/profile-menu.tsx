import {
  ChevronDown,
  BookOpen,
  KeyRound,
  Languages,
  LockKeyhole,
  LogOut,
  MonitorSmartphone,
  Palette,
  ShieldCheck,
  TabletSmartphone,
} from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { languageOf } from '#contract/language.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { chooseLocale } from '#src/lib/appearance.ts';
import { nativeNames } from '#src/lib/text/native-names.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { say } from '#src/lib/text/i18n.ts';
import { lockScreens } from '#src/lib/session/lock.ts';
import { useStore } from '#src/lib/store.ts';
import { showToast } from '#src/lib/toast.ts';
import { Avatar } from './avatar.tsx';
import { Menu, MenuEntry, MenuList } from '#src/components/kit/menu.tsx';
import styles from './header.module.css';
import { useSignOut } from './use-leaving.tsx';
import type { ProfilePanel, PanelName } from './profile-panels.ts';
import { askHelp } from '#src/lib/browser/above-page.ts';

/** Width of the panel in pixels (docs/interface.md, "Sizes and times"). */
const WIDTH = 320;

type ProfileMenuProps = {
  /** True where the header has no menu of languages. */
  withLanguage: boolean;
  /** True where the header has no room for the help. */
  withHelp: boolean;
};

/** The signed-in person, and the actions for their account and screen. */
export function ProfileMenu({ withLanguage, withHelp }: ProfileMenuProps) {
  const { t } = useTranslation('shell');
  const user = useStore((state) => state.user.userData);
  const allowsPin = useStore((state) => state.branch.branchData?.pinTakeOver ?? false);
  const [LatePanel, setLatePanel] = useState<ProfilePanel>();
  const leaving = useSignOut();
  const language = useLanguage();
  const { languageList } = useStore(({ theme }) => theme);
  if (!user) return null;

  const open = (name: PanelName) =>
    void import('./profile-panels.ts')
      .then(({ loadPanel }) => loadPanel(name))
      .then(
        (panel) => setLatePanel(() => panel),
        () => showToast('error', say('pageNotOnDevice')),
      );

  const name = `${user.firstName} ${user.lastName}`;
  const role = user.role.toUpperCase();
  const actions = [
    ...(withHelp ? [{ icon: BookOpen, text: t('profile.help'), act: () => askHelp() }] : []),
    { icon: KeyRound, text: t('profile.updatePassword'), act: () => open('password') },
    { icon: Palette, text: t('profile.appearance'), act: () => open('appearance') },
    { icon: TabletSmartphone, text: t('profile.device'), act: () => open('device') },
    { icon: MonitorSmartphone, text: t('profile.devices'), act: () => open('devices') },
    { icon: ShieldCheck, text: t('profile.secondFactor'), act: () => open('secondFactor') },
    ...(allowsPin && user.role !== 'superadmin'
      ? [{ icon: KeyRound, text: t('profile.pin'), act: () => open('pin') }]
      : []),
    { icon: LockKeyhole, text: t('profile.lock'), act: () => lockScreens() },
    { icon: LogOut, text: t('profile.signOut'), act: leaving.ask },
  ];
  const trigger = (
    <>
      <Avatar user={user} />
      <span className={styles.name}>
        <WholeWords text={name} />
        <small>{role}</small>
      </span>
      <ChevronDown size={16} aria-hidden />
    </>
  );
  return (
    <>
      <Menu
        trigger={trigger}
        label={`${t('profile.label')}: ${name}`}
        className={styles.who}
        width={WIDTH}
      >
        {(close) => (
          <>
            <div className={styles.person}>
              <Avatar user={user} large />
              <div>
                <b>
                  <WholeWords text={name} />
                </b>
                <p>{user.email}</p>
                <p>{t('profile.role', { role })}</p>
              </div>
            </div>
            <MenuList label={t('profile.label')}>
              {withLanguage &&
                languageList
                  .filter(({ code }) => code !== language)
                  .map(({ code }) => (
                    <MenuEntry
                      key={code}
                      icon={Languages}
                      lang={code}
                      onClick={() => {
                        close();
                        void chooseLocale(code);
                      }}
                    >
                      {nativeNames[languageOf(code)]}
                    </MenuEntry>
                  ))}
              {actions.map(({ icon, text, act }) => (
                <MenuEntry
                  key={text}
                  icon={icon}
                  onClick={() => {
                    close();
                    act();
                  }}
                >
                  {text}
                </MenuEntry>
              ))}
            </MenuList>
          </>
        )}
      </Menu>
      {/* Outside of the page's header, since a dialog has a header and a footer of its own. */}
      {createPortal(
        <>
          {LatePanel && <LatePanel onClose={() => setLatePanel(undefined)} />}
          {leaving.dialog}
        </>,
        document.body,
      )}
    </>
  );
}
