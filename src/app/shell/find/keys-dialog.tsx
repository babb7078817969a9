import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import styles from './find.module.css';

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
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['find', 'common']);
  return (
    <Dialog
      title={t('keys.title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common:action.close')}</Button>}
    >
      <Stack gap={3}>
        <dl className={styles.help}>
          {keys.map(({ name, shown }) => (
            <div key={name}>
              <dt>
                {shown.map((together) => (
                  <span key={together.join('')}>
                    {together.map((key) => (
                      <kbd key={key} className={styles.key}>
                        {key}
                      </kbd>
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
    </Dialog>
  );
}
