import { Banknote, Hourglass, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PendingHold } from '#contract/classes/pending.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { RowMenu, type RowAction } from '#src/components/table/row-menu.tsx';
import type { Selection } from '#src/components/table/use-selection.ts';
import { deskPath } from '#src/entities/order/desk-path.ts';
import { orderPath } from '#src/entities/order/order-path.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDate, formatNumber, formatTime, shortMoment } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import styles from './pending.module.css';
import { countdown, PendingRow, SOON_MS } from './pending-row.tsx';
import { QueuedPlace, useSeatWords } from './place-words.tsx';

/** The longest waiting list among the classes of a hold. */
const waitersOf = ({ places }: PendingHold) => Math.max(0, ...places.map(({ waiting }) => waiting));

/** The sum that confirms a hold; undefined while it is not billed. */
function useAsked(): (hold: PendingHold) => readonly [string, string] | undefined {
  const { t } = useTranslation('pending');
  return ({ orderId, missingLAK, coveredLAK, totalLAK, isBelowMinimum }) => {
    if (orderId === null) return undefined;
    if (isBelowMinimum) return [formatNumber(missingLAK), t('holds.again')];
    if (missingLAK === 0) return [formatNumber(totalLAK), t('holds.enough')];
    return [
      formatNumber(missingLAK),
      coveredLAK > 0
        ? t('holds.more', { paid: formatNumber(coveredLAK) })
        : t('holds.confirms', { total: formatNumber(totalLAK) }),
    ];
  };
}

type HoldRowProps = {
  hold: PendingHold;
  name: string;
  now: number;
  selection: Selection;
  isFixed: boolean;
  items: () => RowAction[];
  onProlong: () => void;
};

/** One hold: the time left, its seats and goods, and the money that confirms it. */
export function HoldRow({ hold, name, now, selection, isFixed, items, onProlong }: HoldRowProps) {
  const { t } = useTranslation(['pending', 'common']);
  const language = useLanguage();
  const [seatWords, askedOf] = [useSeatWords(), useAsked()];
  const [mayWrite, mayOverride] = [useCan('enrolments:write'), useCan('classes:override')];
  const { _id, orderId, holdUntil, continuingUntil, places, goods, isBelowMinimum } = hold;
  const left = Date.parse(holdUntil) - now;
  const isToday = formatDate(holdUntil) === formatDate(new Date(now).toISOString());
  const others = waitersOf(hold);
  const kept = goods.map((one) => (language === 'lo' ? one.nameLo : one.nameEn)).join(', ');
  const mayProlong = mayOverride || others === 0;
  return (
    <PendingRow
      id={_id}
      name={name}
      selection={mayWrite ? selection : undefined}
      leadTone={left < SOON_MS ? 'soon' : undefined}
      lead={[
        <>
          <Hourglass aria-hidden size={14} />
          {left > 0 ? <bdi dir="ltr">{countdown(left)}</bdi> : t('holds.over')}
        </>,
        [
          continuingUntil !== null && t('holds.continuing'),
          t('until', { time: isToday ? formatTime(holdUntil) : shortMoment(holdUntil) }),
        ]
          .filter(Boolean)
          .join(DOT),
      ]}
      what={
        <>
          {places.map((place) => (
            <QueuedPlace key={place.enrolmentId} place={place} more={[seatWords(place)]} />
          ))}
          {places.length === 0 && (
            <b>
              <WholeWords text={name} />
            </b>
          )}
          {(kept || isBelowMinimum) && (
            <small>
              {[kept && `+ ${kept}`, isBelowMinimum && t('holds.below')].filter(Boolean).join(DOT)}
            </small>
          )}
        </>
      }
      sum={askedOf(hold) ?? ['', t('holds.notBilled')]}
    >
      {mayWrite && (
        <>
          <LinkButton
            icon={isBelowMinimum ? Undo2 : Banknote}
            className={styles.go}
            to={orderId === null ? deskPath('bill', _id) : orderPath(orderId, 'pay')}
          >
            {t(isBelowMinimum ? 'holds.record' : 'holds.pay')}
          </LinkButton>
          {!mayProlong && <small>{t('holds.othersWait', { count: others })}</small>}
          <Button
            disabled={isFixed || !mayProlong}
            aria-label={`${t('holds.prolong')}: ${name}`}
            onClick={onProlong}
          >
            {t('holds.prolong')}
          </Button>
        </>
      )}
      <RowMenu label={t('moreOf', { name })} items={items} />
    </PendingRow>
  );
}
