import { useTranslation } from 'react-i18next';
import { HelpText } from '#src/components/kit/field.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { useSingleKeys } from '#src/lib/browser/single-keys.ts';
import styles from './help.module.css';

/** Every key that works on more than one page; some people turn the single ones off. */
const keys = [
  { name: 'find', shown: [['Ctrl', 'K']] },
  { name: 'search', shown: [['/']], isSingle: true },
  { name: 'save', shown: [['Ctrl', 'S']] },
  { name: 'confirm', shown: [['Ctrl', 'Enter']] },
  { name: 'rows', shown: [['↑'], ['↓']] },
  { name: 'close', shown: [['Esc']] },
  { name: 'help', shown: [['?']], isSingle: true },
] as const;

/** The list of keys. */
export function KeysList() {
  const { t } = useTranslation('find');
  const singleKeys = useSingleKeys();
  const working = keys.filter((key) => singleKeys || !('isSingle' in key));
  return (
    <Stack gap={3}>
      <dl className={styles.keys}>
        {working.map(({ name, shown }) => (
          <div key={name}>
            <dt>
              {shown.map((together) => (
                <span key={together.join('')}>
                  {together.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </span>
              ))}
            </dt>
            <dd>{t(`help.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <HelpText>{t('keys.mac')}</HelpText>
      <HelpText>{t(singleKeys ? 'keys.turnOff' : 'keys.turnOn')}</HelpText>
    </Stack>
  );
}
