import { Banknote, MessageSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PendingWait } from '#contract/classes/pending.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { RowMenu, type RowAction } from '#src/components/table/row-menu.tsx';
import type { Selection } from '#src/components/table/use-selection.ts';
import { deskPath } from '#src/entities/order/desk-path.ts';
import { orderPath } from '#src/entities/order/order-path.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDate, formatDateTime } from '#src/lib/text/format.ts';
import styles from './pending.module.css';
import { countdown, PendingRow, SOON_MS } from './pending-row.tsx';
import { QueuedPlace, useCalled } from './place-words.tsx';
import { nextOf, queueState } from './queue-state.ts';

const DAY_MS = 86_400_000;

type WaitingRowProps = {
  row: PendingWait;
  /** Every student who waits, because a filter hides some of the queue. */
  all: readonly PendingWait[];
  now: number;
  selection: Selection;
  isFixed: boolean;
  items: () => RowAction[];
  onOffer: () => void;
  onTell: () => void;
};

/** One student on a waiting list, with the offer and the time left to take it. */
export function WaitingRow({
  row,
  all,
  now,
  selection,
  isFixed,
  items,
  onOffer,
  onTell,
}: WaitingRowProps) {
  const { t } = useTranslation(['pending', 'common']);
  const called = useCalled();
  const mayWrite = useCan('enrolments:write');
  const { _id, position, holdUntil, offeredAt, offeredBy, since, phone, orderId } = row;
  const left = holdUntil === null ? 0 : Date.parse(holdUntil) - now;
  const state = queueState(row, all);
  const next = holdUntil === null ? undefined : nextOf(row, all);
  return (
    <PendingRow
      id={_id}
      name={called(row)}
      selection={mayWrite ? selection : undefined}
      tone={holdUntil === null ? undefined : 'offer'}
      lead={[
        position,
        t('waiting.days', {
          count: Math.max(0, Math.floor((now - Date.parse(since)) / DAY_MS)),
        }),
      ]}
      what={
        <>
          <QueuedPlace place={{ ...row, classCode: '', slots: [] }} />
          <small>
            {offeredAt === null || holdUntil === null
              ? [phone && formatPhone(phone), t('waiting.asked', { day: formatDate(since) })]
                  .filter(Boolean)
                  .join(DOT)
              : t('waiting.offered', { time: formatDateTime(offeredAt), by: offeredBy })}
          </small>
        </>
      }
      sumTone={left > 0 && left < SOON_MS ? 'soon' : undefined}
      sum={
        holdUntil === null
          ? ['', t(`waiting.${state.is}`, { n: state.position })]
          : [
              <bdi key="left" dir="ltr">
                {countdown(left)}
              </bdi>,
              next === undefined ? t('waiting.last') : t('waiting.then', { n: next }),
            ]
      }
    >
      {mayWrite && holdUntil !== null && (
        <>
          <LinkButton
            icon={Banknote}
            className={styles.go}
            to={orderId === null ? deskPath('bill', _id) : orderPath(orderId, 'pay')}
          >
            {t('holds.pay')}
          </LinkButton>
          <Button
            icon={MessageSquare}
            aria-label={`${t('message.show')}: ${called(row)}`}
            onClick={onTell}
          >
            {t('message.show')}
          </Button>
        </>
      )}
      {mayWrite && holdUntil === null && (
        <Button
          disabled={isFixed || state.is !== 'next'}
          aria-label={`${t('waiting.offer')}: ${called(row)}`}
          onClick={onOffer}
        >
          {t('waiting.offer')}
        </Button>
      )}
      <RowMenu label={t('moreOf', { name: called(row) })} items={items} />
    </PendingRow>
  );
}
