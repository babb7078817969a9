import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderChanged } from '#contract/orders/order-changes.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce } from '#src/lib/request/save.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import type { ActProps } from './act-dialog.tsx';
import { useOrderAct } from './use-order-act.ts';
import styles from '#src/entities/order/pay/pay.module.css';

/** Hands over goods: each line is ticked, with fewer pieces if not all are in stock. */
export function HandOverDialog({ order, onClose }: ActProps) {
  const { t } = useTranslation(['orders', 'common']);
  const language = useLanguage();
  const nameOf = usePersonName();
  const { send, saved } = useOrderAct('handOver', order, onClose);
  const lines = order.lines.flatMap((line) =>
    line.goods && line.goods.left > line.goods.given
      ? [{ ...line, waiting: line.goods.left - line.goods.given }]
      : [],
  );
  const [counts, setCounts] = useState<Record<string, number>>(() =>
    Object.fromEntries(lines.map(({ _id, waiting }) => [_id, waiting])),
  );
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const given = lines
    .map(({ _id: lineId }) => ({ lineId, quantity: counts[lineId] ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
  const give = async () => {
    setBusy(true);
    const result = await saveOnce((key) => send<OrderChanged>({ lines: given }, key));
    setBusy(false);
    return result.outcome === 'saved' ? saved() : setFailure(failureText(result));
  };
  return (
    <Dialog
      title={t('ask.handOver', { number: order.number })}
      description={t('means.handOver')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button look="solid" disabled={given.length === 0 || isBusy} onClick={() => void give()}>
            {t('acts.handOver')}
          </Button>
        </>
      }
    >
      <ul className={styles.picks}>
        {lines.map(({ _id, nameEn, nameLo, student, waiting }) => {
          const name = language === 'lo' ? nameLo : nameEn;
          const count = counts[_id] ?? 0;
          return (
            <li key={_id}>
              <Tick
                isLine
                checked={count > 0}
                onChange={({ target }) =>
                  setCounts({ ...counts, [_id]: target.checked ? waiting : 0 })
                }
              >
                <span>
                  {name}
                  {student && (
                    <small>
                      <WholeWords text={nameOf(student)} />
                    </small>
                  )}
                </span>
              </Tick>
              {waiting > 1 && (
                <select
                  aria-label={t('ask.pieces', { name })}
                  value={count}
                  onChange={({ target }) => setCounts({ ...counts, [_id]: Number(target.value) })}
                >
                  {Array.from({ length: waiting + 1 }, (_one, n) => (
                    <option key={n} value={n}>
                      {t('ask.ofPieces', { n, of: waiting })}
                    </option>
                  ))}
                </select>
              )}
            </li>
          );
        })}
      </ul>
      <ErrorText role="alert">{failure}</ErrorText>
    </Dialog>
  );
}
