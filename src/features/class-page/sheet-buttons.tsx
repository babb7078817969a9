import { Undo2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import controls from '#src/theme/controls.module.css';

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
        <button
          type="button"
          className={`${controls.button} ${controls.short} ${controls.roomy}`}
          aria-label={common('action.undo')}
          title={common('action.undo')}
          onClick={onUndo}
        >
          <Undo2 aria-hidden size={18} strokeWidth={1.75} />
        </button>
      )}
      {isTyped && (
        <button
          type="button"
          className={`${controls.button} ${controls.short}`}
          onClick={onDiscard}
        >
          <X aria-hidden size={18} strokeWidth={1.75} className={controls.onlyShort} />
          <span className={controls.word}>{t('discard')}</span>
        </button>
      )}
      <button
        type="button"
        className={`${controls.button} ${controls.solid}`}
        disabled={!canSave}
        onClick={onSave}
      >
        {save}
      </button>
    </>
  );
}
