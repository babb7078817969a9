import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { undoReasons, type UndoReason } from '#contract/orders/undo-reasons.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PanelList } from '#src/components/kit/panel.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { showSum } from '#src/lib/text/money.ts';
import styles from '#src/entities/payment/payment.module.css';
import { undoFigures, useUndoWords, type Undoable } from './undo-words.ts';

/** Why a visit is undone; `keepsMoney` if its cash stays for the right bill. */
export type UndoChoice = { reason: UndoReason; keepsMoney: boolean };

type Figures = ReturnType<typeof undoFigures>;

type HandBackProps = { of: Undoable; out: Figures['handBack']; isKept: boolean };

/** The cash to hand back or to keep, large, with what came in and the change beside it. */
function HandBack({ of, out, isKept }: HandBackProps) {
  const { t } = useTranslation('payment');
  const came = (of.money?.received ?? []).filter(({ method }) => method === 'cash');
  return (
    <div className={styles.handBack} data-kept={isKept}>
      <div>
        <span>{t(isKept ? 'undo.keptFor' : 'undo.handBackTo')}</span>
        {out.map(({ amount, currency }) => (
          <b key={currency}>
            <Money amount={amount} currency={currency} />
          </b>
        ))}
      </div>
      {of.change.length > 0 && (
        <dl>
          {came.map(({ amount, currency }, at) => (
            <div key={at}>
              <dt>{t('undo.came')}</dt>
              <dd>
                <Money amount={amount} currency={currency} />
              </dd>
            </div>
          ))}
          {of.change.map(({ amount, currency }) => (
            <div key={currency}>
              <dt>{t('undo.change')}</dt>
              <dd>
                <Money amount={-amount} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/**
 * Asks before an undo, in figures: the cash to hand back large and first, then the reason and what
 * else it takes back. It stays until it is answered.
 */
export function UndoDialog({
  of,
  seconds,
  onAnswer,
}: {
  of: Undoable;
  /** The seconds that are left for it; 0 if none are. */
  seconds: number;
  /** Without a choice nothing is undone. */
  onAnswer: (choice?: UndoChoice) => void;
}) {
  const { t } = useTranslation('payment');
  const words = useUndoWords();
  const reasons = useRef<HTMLDivElement>(null);
  const [reason, setReason] = useState<UndoReason>();
  const [keepsMoney, setKeepsMoney] = useState(false);
  const figures = undoFigures(of);
  const out = figures.handBack.filter(({ amount }) => amount > 0);
  const owedBack = figures.handBack.filter(({ amount }) => amount < 0);
  const rest = words(of, { ...figures, handBack: owedBack });
  const money = out.map(({ amount, currency }) => showSum(amount, currency)).join(' + ');
  const isHandedBack = money !== '' && !keepsMoney;
  const isOver = seconds === 0;
  const back = useRef<HTMLButtonElement>(null);
  // The button that had the focus can be pressed no more.
  useEffect(() => {
    if (isOver) back.current?.focus();
  }, [isOver]);
  const answer = () => {
    if (reason) onAnswer({ reason, keepsMoney });
    else reasons.current?.querySelector('button')?.focus();
  };
  return (
    <Dialog
      title={of.number === '' ? t('undo.askVisit') : t('undo.ask', { number: of.number })}
      description={of.payer}
      onClose={() => onAnswer()}
      footer={
        <>
          <Button ref={back} autoFocus onClick={() => onAnswer()}>
            {t('undo.back')} {seconds > 0 && <small>{t('undo.seconds', { n: seconds })}</small>}
          </Button>
          <Button
            look={reason && 'solid'}
            tone="danger"
            icon={reason && Undo2}
            wraps
            disabled={isOver}
            onClick={answer}
          >
            {!reason
              ? t('undo.needsReason')
              : isHandedBack
                ? t('undo.confirmBack', { money })
                : t('undo.confirm')}
          </Button>
        </>
      }
    >
      <Stack>
        {isOver && (
          <Note role="status" tone="wait">
            {t('undo.over')}
          </Note>
        )}
        {out.length > 0 && <HandBack of={of} out={out} isKept={keepsMoney} />}
        <div ref={reasons} className={styles.reasons} role="group" aria-labelledby="undo-reason">
          <span id="undo-reason">{t('undo.reason')}</span>
          {undoReasons.map((one) => (
            <Button wraps key={one} aria-pressed={one === reason} onClick={() => setReason(one)}>
              {t(`undo.why.${one}`)}
            </Button>
          ))}
        </div>
        <PanelList>
          {rest.map((word) => (
            <li key={word}>{word}</li>
          ))}
          {of.opensAgain && (
            <li>{t(keepsMoney || figures.slipsLAK > 0 ? 'undo.opensPaid' : 'undo.opens')}</li>
          )}
        </PanelList>
        {of.opensAgain && out.length > 0 && owedBack.length === 0 && (
          <Tick checked={!keepsMoney} onChange={({ target }) => setKeepsMoney(!target.checked)}>
            <span>
              {t('undo.hand')}
              <small>{t('undo.handMeans')}</small>
            </span>
          </Tick>
        )}
      </Stack>
    </Dialog>
  );
}
