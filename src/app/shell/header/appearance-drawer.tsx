import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { Segments } from '#src/components/kit/segments.tsx';
import {
  chooseAnimation,
  chooseDirection,
  chooseLayout,
  chooseMenu,
  chooseNavbar,
  chooseSemidark,
  chooseTheme,
} from '#src/lib/appearance.ts';
import { setTheme, useStore } from '#src/lib/store.ts';
import { useMedia, WIDE } from '#src/lib/browser/use-media.ts';
import { useModal } from '#src/lib/browser/use-modal.ts';
import styles from './appearance-drawer.module.css';

type ChoiceProps<Value> = {
  legend: string;
  value: Value;
  onChoose: (value: Value) => void;
  options: readonly (readonly [Value, string])[];
  children?: ReactNode;
};

function Choice<Value extends string>({
  legend,
  value,
  onChoose,
  options,
  children,
}: ChoiceProps<Value>) {
  const id = useId();
  return (
    <section className={styles.choice}>
      <h3 id={id}>{legend}</h3>
      <Segments
        labelledBy={id}
        options={options.map(([option, text]) => ({ value: option, label: text }))}
        value={value}
        onChoose={onChoose}
      />
      {children}
    </section>
  );
}

function Choices() {
  const { t } = useTranslation('shell', { keyPrefix: 'appearance' });
  const theme = useStore((state) => state.theme);
  const wide = useMedia(WIDE);
  return (
    <>
      <Choice
        legend={t('theme')}
        value={theme.theme}
        onChoose={chooseTheme}
        options={[
          ['light', t('light')],
          ['dark', t('dark')],
          ['system', t('system')],
        ]}
      />
      <Choice
        legend={t('menu')}
        value={theme.menu}
        onChoose={chooseMenu}
        options={[
          ['vertical', t('vertical')],
          ['collapsible-vertical', t('collapsible')],
          ['horizontal', t('horizontal')],
        ]}
      >
        {!wide && <HelpText>{t('notHere')}</HelpText>}
      </Choice>
      <Choice
        legend={t('semidark')}
        value={theme.semidark ? 'on' : 'off'}
        onChoose={(choice) => chooseSemidark(choice === 'on')}
        options={[
          ['off', t('off')],
          ['on', t('on')],
        ]}
      />
      <Choice
        legend={t('layout')}
        value={theme.layout}
        onChoose={chooseLayout}
        options={[
          ['full', t('full')],
          ['boxed-layout', t('boxed')],
        ]}
      >
        {!wide && <HelpText>{t('notHere')}</HelpText>}
      </Choice>
      <Choice
        legend={t('navbar')}
        value={theme.navbar}
        onChoose={chooseNavbar}
        options={[
          ['navbar-sticky', t('sticky')],
          ['navbar-floating', t('floating')],
          ['navbar-static', t('static')],
        ]}
      />
      <Choice
        legend={t('direction')}
        value={theme.rtlClass}
        onChoose={chooseDirection}
        options={[
          ['ltr', t('ltr')],
          ['rtl', t('rtl')],
        ]}
      />
      <Choice
        legend={t('animation')}
        value={theme.animation}
        onChoose={chooseAnimation}
        options={[
          ['', t('none')],
          ['animate-fade', t('fade')],
          ['animate-slide-up', t('slide')],
          ['animate-zoom', t('zoom')],
        ]}
      />
      <Choice
        legend={t('singleKeys')}
        value={theme.singleKeys ? 'on' : 'off'}
        onChoose={(choice) => setTheme({ singleKeys: choice === 'on' })}
        options={[
          ['on', t('on')],
          ['off', t('off')],
        ]}
      >
        <HelpText>{t('singleKeysHelp')}</HelpText>
      </Choice>
    </>
  );
}

/** The appearance on this device; every choice shows at once behind the drawer, and is stored. */
export function AppearanceDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common']);
  const id = useId();
  const dialog = useModal(true);
  return (
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-labelledby={id}
      onCancel={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.content}>
        <div className={styles.head}>
          <h2 id={id}>{t('profile.appearance')}</h2>
          <IconButton icon={X} label={t('common:action.close')} onClick={onClose} />
        </div>
        <Choices />
      </div>
    </dialog>
  );
}
