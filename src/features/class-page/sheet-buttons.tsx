import { Undo2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import styles from './class-page.module.css';

type SheetButtonsProps = {
  isTyped: boolean;
  canUndo: boolean;
  onUndo: () => void;
  onDiscard: () => void;
  save: string;
  canSave: boolean;
  onSave: () => void;
};

/** The buttons of a sheet's save bar: undo, discard, and Save. */
export function SheetButtons({
  isTyped,
  canUndo,
  onUndo,
  onDiscard,
  save,
  canSave,
  onSave,
}: SheetButtonsProps) {
  const { t } = useTranslation('class-page');
  const { t: common } = useTranslation();
  return (
    <>
      {canUndo && (
        <Button
          icon={Undo2}
          isShort
          className={styles.roomy}
          aria-label={common('action.undo')}
          title={common('action.undo')}
          onClick={onUndo}
        />
      )}
      {isTyped && (
        <Button icon={X} isShort onClick={onDiscard}>
          {t('discard')}
        </Button>
      )}
      <Button look="solid" disabled={!canSave} onClick={onSave}>
        {save}
      </Button>
    </>
  );
}
