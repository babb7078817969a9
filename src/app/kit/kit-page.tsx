import { useEffect } from 'react';
import { languages } from '#contract/language.ts';
import { Segments } from '#src/components/kit/segments.tsx';
import { chooseLocale, chooseTheme } from '#src/lib/appearance.ts';
import { useStore } from '#src/lib/store.ts';
import { nativeNames } from '#src/lib/text/native-names.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { ButtonSpecimens } from './button-specimens.tsx';
import { ControlSpecimens } from './control-specimens.tsx';
import { forceStates } from './force-states.ts';
import { FormSpecimens } from './form-specimens.tsx';
import styles from './kit-page.module.css';
import { PageSpecimens } from './page-specimens.tsx';
import { PanelSpecimens } from './panel-specimens.tsx';
import { RecordSpecimens } from './record-specimens.tsx';
import { useSamples } from './samples.ts';
import { ValueSpecimens } from './value-specimens.tsx';

/** Every part of the kit in all its states; docs/kit.md, "See them all". */
export function KitPage() {
  const w = useSamples();
  const language = useLanguage();
  const isDark = useStore(({ theme }) => theme.isDarkMode);
  useEffect(forceStates, []);
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1>{w.kitTitle}</h1>
        <Segments
          label={w.theme}
          value={isDark ? 'dark' : 'light'}
          options={(['light', 'dark'] as const).map((value) => ({ value, label: w[value] }))}
          onChoose={chooseTheme}
        />
        <Segments
          label={nativeNames[language]}
          value={language}
          options={languages.map((value) => ({ value, label: nativeNames[value], lang: value }))}
          onChoose={(code) => void chooseLocale(code)}
        />
      </header>
      <ButtonSpecimens />
      <PanelSpecimens />
      <ValueSpecimens />
      <ControlSpecimens />
      <FormSpecimens />
      <RecordSpecimens />
      <PageSpecimens />
    </main>
  );
}
