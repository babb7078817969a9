import { useTranslation } from 'react-i18next';
import { HelpText } from '#src/components/kit/field.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import styles from './help.module.css';

/** Every key that works on more than one page. */
const keys = [
  { name: 'find', shown: [['Ctrl', 'K']] },
  { name: 'search', shown: [['/']] },
  { name: 'save', shown: [['Ctrl', 'S']] },
  { name: 'confirm', shown: [['Ctrl', 'Enter']] },
  { name: 'rows', shown: [['↑'], ['↓']] },
  { name: 'close', shown: [['Esc']] },
  { name: 'help', shown: [['?']] },
] as const;

/** The list of keys. */
export function KeysList() {
  const { t } = useTranslation('find');
  return (
    <Stack gap={3}>
      <dl className={styles.keys}>
        {keys.map(({ name, shown }) => (
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
    </Stack>
  );
}
