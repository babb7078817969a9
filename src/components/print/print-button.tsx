import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { printPage } from './print-page.ts';

type PrintButtonProps = {
  /** The word on the button; by default "Print". */
  label?: string;
  /** Called by a tap; by default the page is printed with its sheets. */
  print?: () => void;
  isBusy?: boolean;
};

/** Prints the shown page. */
export function PrintButton({
  label,
  print = () => void printPage(),
  isBusy = false,
}: PrintButtonProps) {
  const { t } = useTranslation();
  const word = label ?? t('list.print');
  return (
    <Button icon={Printer} isShort aria-label={word} aria-disabled={isBusy} onClick={print}>
      {word}
    </Button>
  );
}
