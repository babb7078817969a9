import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { useModal } from '#src/lib/browser/use-modal.ts';
import dialogs from '#src/theme/plain-dialog.module.css';
import find from './find.module.css';
import styles from './keys-dialog.module.css';

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
  const id = useId();
  const dialog = useModal(true);
  return (
    <dialog ref={dialog} className={dialogs.dialog} aria-labelledby={id} onCancel={onClose}>
      <h2 id={id}>{t('keys.title')}</h2>
      <dl className={styles.help}>
        {keys.map(({ name, shown }) => (
          <div key={name}>
            <dt>
              {shown.map((together) => (
                <span key={together.join('')}>
                  {together.map((key) => (
                    <kbd key={key} className={find.key}>
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
      <p className={dialogs.text}>{t('keys.mac')}</p>
      <div className={dialogs.actions}>
        <Button onClick={onClose}>{t('common:action.close')}</Button>
      </div>
    </dialog>
  );
}
