import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '#contract/language.ts';
import { chooseLocale } from '#src/lib/appearance.ts';
import { nativeNames } from '#src/lib/text/native-names.ts';
import { useStore } from '#src/lib/store.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { Menu, MenuChoices } from '#src/components/kit/menu.tsx';
import styles from './header.module.css';

/** Width of the panel in pixels (docs/interface.md, "Sizes and times"). */
const WIDTH = 280;

/** The language menu names every language in itself, and beside it in the current language. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const current = useLanguage();
  const { languageList } = useStore(({ theme }) => theme);
  const choices = languageList.map(({ code, name }) => ({
    value: code,
    children: (
      <>
        <span lang={code}>{nativeNames[languageOf(code)]}</span>
        {nativeNames[languageOf(code)] !== name && <small lang="en">{name}</small>}
      </>
    ),
  }));
  const trigger = (
    <>
      <Languages size={18} strokeWidth={1.75} aria-hidden />
      <span className={styles.languageName} aria-hidden>
        {nativeNames[current]}
      </span>
    </>
  );
  return (
    <Menu trigger={trigger} label={`${t('language')}: ${nativeNames[current]}`} width={WIDTH}>
      {(close) => (
        <MenuChoices
          label={t('language')}
          value={current}
          choices={choices}
          onChoose={(code) => {
            close();
            void chooseLocale(code);
          }}
        />
      )}
    </Menu>
  );
}
