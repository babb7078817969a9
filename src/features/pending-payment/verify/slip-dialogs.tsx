import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slip } from '#contract/money/verify.ts';
import { Stack } from '#src/components/kit/layout.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { currentPayerName } from '#src/lib/text/person-name.ts';
import { differsFromBank, rejectReasons, slipTotal } from './slip-words.ts';
import styles from './verify.module.css';
import { useKeys } from './use-keys.ts';

type Reason = (typeof rejectReasons)[number];

type DialogProps = {
  slip: Slip;
  isBusy: boolean;
  onSend: (text: string) => void;
  onClose: () => void;
};

/** Rejects a slip with a reason, and says what follows for its orders. */
export function RejectDialog({ slip, isBusy, onSend, onClose }: DialogProps) {
  const { t } = useTranslation(['pending-payment', 'common']);
  const differs = differsFromBank(slip);
  const likely: Reason = differs ? 'amountDiffers' : 'notAtBank';
  const [reason, setReason] = useState<Reason>(likely);
  const [more, setMore] = useState(
    differs && slip.statement ? showMoney(slip.statement.amount, slip.currency) : '',
  );
  const [isAsked, setAsked] = useState(false);
  const isMissing = reason === 'other' && more.trim() === '';
  const radios = useRef(new Map<Reason, HTMLInputElement | null>());
  // The browser gives the focus to the first reason, and the next key would choose it.
  useEffect(() => radios.current.get(likely)?.focus(), [likely]);
  const choose = (one: Reason) => {
    setReason(one);
    radios.current.get(one)?.focus();
  };
  const hasKeys = useKeys(
    Object.fromEntries(rejectReasons.map((one, at) => [String(at + 1), () => choose(one)])),
    'dialog',
  );
  // Enter sends without the button, which is off meanwhile.
  const send = () => {
    if (isBusy) return;
    if (isMissing) return setAsked(true);
    const words =
      reason === 'other'
        ? more.trim()
        : [t(`reject.reasons.${reason}`), more.trim()].filter(Boolean).join(': ');
    return onSend(words.slice(0, 200));
  };
  return (
    <Dialog
      title={t('reject.title', { reference: slip.reference })}
      description={t('reject.of', {
        payer: currentPayerName(slip),
        at: formatDateTime(slip.at),
        by: slip.by,
        sum: `${slipTotal(slip)} ${slip.currency}`,
      })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.back')}</Button>
          <Button look="solid" tone="danger" disabled={isBusy} onClick={send}>
            {t('reject.submit')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap={3}>
          <fieldset className={styles.reasons}>
            <legend>{t('reject.why')}</legend>
            {rejectReasons.map((one, at) => (
              <Tick
                key={one}
                isLine
                ref={(radio) => void radios.current.set(one, radio)}
                type="radio"
                name="reason"
                aria-keyshortcuts={hasKeys ? String(at + 1) : undefined}
                checked={reason === one}
                onChange={() => setReason(one)}
              >
                {hasKeys && <kbd aria-hidden>{at + 1}</kbd>}
                <span>
                  {t(`reject.reasons.${one}`)}
                  {one === 'amountDiffers' && <small>{t('reject.again')}</small>}
                </span>
              </Tick>
            ))}
          </fieldset>
          <PlainField
            label={t(reason === 'amountDiffers' ? 'reject.atBank' : 'reject.more')}
            required={reason === 'other'}
            maxLength={120}
            value={more}
            error={isAsked && isMissing ? t('reject.reasonNeeded') : undefined}
            onChange={(event) => setMore(event.target.value)}
          />
          <ul>
            {slip.orders.map(
              ({
                _id,
                number,
                totalLAK,
                paidLAK,
                pendingLAK,
                givenLAK,
                missingWithoutLAK,
                places,
                piecesGiven,
                state,
              }) => {
                const due = totalLAK - paidLAK - pendingLAK;
                return (
                  <li key={_id}>
                    {t('reject.due', {
                      number: number ?? t('facts.otherBranch'),
                      before: formatNumber(due),
                      after: formatNumber(due + givenLAK),
                    })}
                    {places > 0 &&
                      missingWithoutLAK > 0 &&
                      state === 'confirmed' &&
                      ` ${t('reject.waits')}`}
                    {piecesGiven > 0 && ` ${t('reject.given', { count: piecesGiven })}`}
                  </li>
                );
              },
            )}
            <li>{t('reject.told', { by: slip.by })}</li>
          </ul>
        </Stack>{' '}
      </form>
    </Dialog>
  );
}

/** Asks the person who recorded the slip a question; the slip stays in the list. */
export function AskDialog({ slip, isBusy, onSend, onClose }: DialogProps) {
  const { t } = useTranslation(['pending-payment', 'common']);
  const [question, setQuestion] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isMissing = question.trim() === '';
  const send = () => {
    if (isBusy) return;
    if (isMissing) setAsked(true);
    else onSend(question.trim());
  };
  return (
    <Dialog
      title={t('ask.title', { reference: slip.reference })}
      description={t('ask.text', { by: slip.by })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.back')}</Button>
          <Button look="solid" disabled={isBusy} onClick={send}>
            {t('ask.submit')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap={3}>
          <PlainField
            label={t('ask.question')}
            required
            maxLength={300}
            value={question}
            error={isAsked && isMissing ? t('ask.needed') : undefined}
            onChange={(event) => setQuestion(event.target.value)}
          />
        </Stack>{' '}
      </form>
    </Dialog>
  );
}
