import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import controls from '#src/theme/controls.module.css';

type PrintButtonProps = {
  /** The word on the button; by default "Print". */
  label?: string;
  /** Called by a tap; by default the page is printed as it is. */
  print?: () => void;
  isBusy?: boolean;
};

/** Prints the shown page. */
export function PrintButton({
  label,
  print = () => window.print(),
  isBusy = false,
}: PrintButtonProps) {
  const { t } = useTranslation();
  const word = label ?? t('list.print');
  return (
    <button
      type="button"
      aria-label={word}
      aria-disabled={isBusy}
      className={`${controls.button} ${controls.short}`}
      onClick={print}
    >
      <Printer aria-hidden size={16} strokeWidth={1.75} />
      <span className={controls.word}>{word}</span>
    </button>
  );
}
