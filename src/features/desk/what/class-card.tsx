import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskClass } from '#contract/desk/desk.ts';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { useFindingText } from '#src/entities/class/finding-text.ts';
import type { SeatLine } from '#src/features/desk/visit-draft.ts';
import { proRata, cashStepOf } from '#contract/money/money.ts';
import { Money } from '#src/components/kit/money.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { today } from '#src/lib/text/today.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import styles from './class-card.module.css';
import type { Signs } from './override-part.tsx';
import { TypeChoice } from './type-choice.tsx';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

type ClassCardProps = {
  one: DeskClass;
  courseName: string;
  /** The seat line for this class, if selected. */
  place: SeatLine | undefined;
  /** The step in kip to which a part of the price is rounded. */
  step: number;
  onToggle: (waits: boolean, override?: SeatLine['override']) => void;
  onChange: (changes: Partial<SeatLine>) => void;
  /**
   * Needed for a signature on a full class or a clash; undefined for a new student, whom the server
   * has not checked.
   */
  signs: Signs | undefined;
};

/** The price of the class from today on, and the day on which the class begins or began. */
function PriceOf({ one, step }: { one: DeskClass; step: number }) {
  const { t } = useTranslation(['desk', 'courses']);
  const from = (
    <small className={styles.whole}>
      {t(one.startDate < today() ? 'what.since' : 'what.from', { day: showDay(one.startDate) })}
    </small>
  );
  if (!one.price)
    return (
      <span className={styles.price}>
        {t('what.noPrice')}
        {from}
      </span>
    );
  const { price, isProRata, sessions, ofSessions } = one.price;
  const isPart = isProRata && one.basis === 'term' && sessions < ofSessions;
  const part = (to: number) =>
    isPart ? proRata(price.amount, sessions, ofSessions, to) : price.amount;
  const cashStep = cashStepOf(price.currency, step);
  const amount = part(cashStep);
  return (
    <span className={styles.price}>
      <b>
        <Money amount={amount} currency={price.currency} />
      </b>
      {isPart && (
        <small>{t('what.sessions', { count: ofSessions, n: sessions, of: ofSessions })}</small>
      )}
      {amount !== part(1) && <small>{t('what.rounded', { step: formatNumber(cashStep) })}</small>}
      {one.basis !== 'term' && <small>{t(`courses:bases.${one.basis}`)}</small>}
      {from}
    </span>
  );
}

const OverridePart = lazy(async () => ({
  default: (await import('./override-part.tsx')).OverridePart,
}));

/**
 * A class that the child may join: times, room, teacher, price, seats, and the objections, before
 * it is pressed.
 */
export function DeskClassCard({
  one,
  courseName,
  place,
  step,
  onToggle,
  onChange,
  signs,
}: ClassCardProps) {
  const { t } = useTranslation('desk');
  const inWords = useTimesInWords();
  const nameOf = usePersonName();
  const findingText = useFindingText();
  const left = Math.max(0, one.capacity - one.seatsTaken);
  const isFull = left === 0;
  const otherFindings = one.findings.filter(({ check }) => check !== 'seats');
  const isBarred =
    !place && (otherFindings.some(({ weight }) => weight !== 'warn') || one.price === null);
  const isAway = useServerUnreachable();
  const about = [one.teacher && nameOf(one.teacher), one.roomName].filter(Boolean).join(', ');
  const isShut = !place && isFull && isAway;
  const mayOverride =
    !isAway &&
    signs !== undefined &&
    !place &&
    one.price !== null &&
    (isFull || isBarred) &&
    one.findings.every(({ weight }) => weight !== 'block');
  return (
    <div
      className={styles.cls}
      data-full={isFull}
      data-barred={isBarred}
      data-chosen={place !== undefined}
    >
      <button
        type="button"
        className={styles.clsMain}
        data-found
        aria-pressed={place !== undefined}
        disabled={isBarred || isShut}
        onClick={() => onToggle(isFull)}
      >
        <span>
          <b>{courseName}</b> <span className={styles.code}>{one.classCode}</span>
          <small>{inWords(one.slots)}</small>
        </span>
        <PriceOf one={one} step={step} />
        <span className={styles.line}>
          <b>
            {isFull
              ? t('what.full', { count: one.capacity, n: formatNumber(one.capacity) })
              : t('what.left', {
                  count: one.capacity,
                  n: formatNumber(left),
                  of: formatNumber(one.capacity),
                })}
          </b>
          {one.held > 0 && <span>{t('what.held', { n: one.held })}</span>}
          {about !== '' && <span className={styles.about}>{about}</span>}
          {isFull && !place && (
            <span className={styles.join}>
              {isAway ? t('away.fullClass') : t('what.wait', { n: one.waiting + 1 })}
            </span>
          )}
        </span>
        {otherFindings.map((finding) => (
          <span key={finding.check} className={styles.finding} data-weight={finding.weight}>
            <TriangleAlert aria-hidden size={14} />
            {findingText(finding)}
          </span>
        ))}
      </button>
      {place && (
        <TypeChoice
          place={place}
          onChange={(type) => onChange({ type, joinsWaitingList: false })}
          onWait={() => onChange({ joinsWaitingList: !place.joinsWaitingList, type: 'regular' })}
        />
      )}
      {mayOverride && (
        <Suspense fallback={null}>
          <OverridePart
            one={one}
            signs={signs}
            onOverride={(override) => onToggle(false, override)}
          />
        </Suspense>
      )}
    </div>
  );
}
