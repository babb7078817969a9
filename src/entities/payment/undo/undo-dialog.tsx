import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { PanelList } from '#src/components/kit/panel.tsx';
import { showSum } from '#src/lib/text/money.ts';
import styles from '#src/entities/payment/payment.module.css';
import { undoFigures, useUndoWords, type Undoable } from './undo-words.ts';

/**
 * Asks before an undo, in figures: the cash to hand back large and first, then what else it takes
 * back. It stays until it is answered.
 */
export function UndoDialog({
  of,
  seconds,
  onAnswer,
}: {
  of: Undoable;
  /** The seconds that are left for it; 0 if none are. */
  seconds: number;
  onAnswer: (isSure: boolean) => void;
}) {
  const { t } = useTranslation('payment');
  const words = useUndoWords();
  const figures = undoFigures(of);
  const out = figures.handBack.filter(({ amount }) => amount > 0);
  const rest = words(of, {
    ...figures,
    handBack: figures.handBack.filter(({ amount }) => amount < 0),
  });
  const money = out.map(({ amount, currency }) => showSum(amount, currency)).join(' + ');
  return (
    <Dialog
      title={of.number === '' ? t('undo.askVisit') : t('undo.ask', { number: of.number })}
      description={of.payer}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button autoFocus onClick={() => onAnswer(false)}>
            {t('undo.back')} {seconds > 0 && <small>{t('undo.seconds', { n: seconds })}</small>}
          </Button>
          <Button look="solid" tone="danger" icon={Undo2} wraps onClick={() => onAnswer(true)}>
            {money === '' ? t('undo.confirm') : t('undo.confirmBack', { money })}
          </Button>
        </>
      }
    >
      {out.length > 0 && (
        <div className={styles.handBack}>
          <span>{t('undo.handBackTo')}</span>
          {out.map(({ amount, currency }) => (
            <b key={currency}>
              <Money amount={amount} currency={currency} />
            </b>
          ))}
        </div>
      )}
      {rest.length > 0 && (
        <PanelList>
          {rest.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </PanelList>
      )}
    </Dialog>
  );
}
