import { Equal, TrendingDown, TrendingUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type {
  CourseSeats,
  EnrolmentWeek,
  MoneyToday,
  ReceivablesNow,
} from '#contract/reports/overview.ts';
import { DOT } from '#contract/words/dot.ts';
import { Sparkline } from '#src/components/chart/sparkline.tsx';
import styles from '#src/features/overview/overview.module.css';
import { paths } from '#src/lib/paths.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';
import { figurePath } from '#src/entities/report/report-paths.ts';

/** Day and month of a date. */
const SHORT = 5;
/** A share of fewer would mean nothing. */
const SHARE_FROM = 10;

/** The seats of all courses together. */
export function sumSeats(seats: readonly CourseSeats[]) {
  const sum = (field: 'taken' | 'held' | 'capacity') =>
    seats.reduce((total, one) => total + one[field], 0);
  return { taken: sum('taken'), held: sum('held'), capacity: sum('capacity') };
}

/** A share in whole per cent; empty if the whole is too small. */
export const showPercent = (part: number, whole: number): string =>
  whole < SHARE_FROM ? '' : `${formatNumber(Math.round((100 * part) / whole))} %`;

/** A comparison in words; `isGood` decides its colour, the sign its arrow. */
type Change = { words: string; by: number; isGood: boolean };

const signed = (by: number) => `${by > 0 ? '+' : ''}${formatNumber(by)}`;

type Tile = {
  key: string;
  name: string;
  value: string | undefined;
  unit?: string;
  change?: Change | undefined;
  more: string;
  to: string;
  trend?: readonly number[] | undefined;
};

function ChangeLine({ words, by, isGood }: Change) {
  const Sign = by === 0 ? Equal : by > 0 ? TrendingUp : TrendingDown;
  return (
    <span className={styles.change} data-tone={by === 0 ? undefined : isGood ? 'good' : 'late'}>
      <Sign aria-hidden size={14} strokeWidth={1.75} />
      {words}
    </span>
  );
}

type KeyFiguresProps = {
  money: MoneyToday | undefined;
  owed: ReceivablesNow | undefined;
  seats: CourseSeats[] | undefined;
  weeks: EnrolmentWeek[] | undefined;
};

/** Four current figures, each linked to its report. */
export function KeyFigures({ money, owed, seats, weeks }: KeyFiguresProps) {
  const { t } = useTranslation('overview');
  const all = seats && sumSeats(seats);
  const [lastWeek, thisWeek] = (weeks ?? []).slice(-2).map(({ upToNow }) => upToNow);
  const received = money && money.receivedLAK - money.lastWeekLAK;
  const waiting = owed && owed.toVerify.sumLAK - (owed.toVerify.before[0] ?? 0);
  const late = owed && owed.overdueLAK - (owed.overdueBefore[0] ?? 0);
  const tiles: Tile[] = [
    {
      key: 'received',
      name: t('received'),
      value: money && formatNumber(money.receivedLAK),
      unit: 'LAK',
      more: money ? t('payments', { count: money.payments }) : '',
      to: figurePath('received', today()),
      trend: money && [...money.before, money.receivedLAK],
      change:
        received === undefined
          ? undefined
          : {
              words: t('onLastWeek', { by: signed(received) }),
              by: received,
              isGood: received > 0,
            },
    },
    {
      key: 'toVerify',
      name: t('toVerify'),
      value: owed && formatNumber(owed.toVerify.sumLAK),
      unit: 'LAK',
      more: owed
        ? [
            t('slips', { count: owed.toVerify.count }),
            owed.toVerify.oldest === null
              ? ''
              : t('oldest', { day: showDay(owed.toVerify.oldest).slice(0, SHORT) }),
          ]
            .filter(Boolean)
            .join(DOT)
        : '',
      to: figurePath('toVerify'),
      trend: owed && [...owed.toVerify.before, owed.toVerify.sumLAK],
      change:
        waiting === undefined
          ? undefined
          : { words: t('inSevenDays', { by: signed(waiting) }), by: waiting, isGood: waiting < 0 },
    },
    {
      key: 'overdue',
      name: t('overdue'),
      value: owed && formatNumber(owed.overdueLAK),
      unit: 'LAK',
      more: owed ? t('families', { count: owed.overdueFamilies }) : '',
      to: figurePath('owed'),
      trend: owed && [...owed.overdueBefore, owed.overdueLAK],
      change:
        late === undefined
          ? undefined
          : { words: t('inSevenDays', { by: signed(late) }), by: late, isGood: late < 0 },
    },
    {
      key: 'seats',
      name: t('seatsFilled'),
      value: all && formatNumber(all.taken),
      unit: all ? `/ ${formatNumber(all.capacity)}` : '',
      to: paths.enrollmentReport,
      trend: weeks?.map(({ places }) => places),
      change:
        thisWeek === undefined || lastWeek === undefined
          ? undefined
          : {
              words: t('enrolledThisWeek', { count: thisWeek, before: formatNumber(lastWeek) }),
              by: thisWeek - lastWeek,
              isGood: thisWeek > lastWeek,
            },
      more: all
        ? [showPercent(all.taken, all.capacity), t('onHold', { count: all.held })]
            .filter((part) => part !== '')
            .join(DOT)
        : '',
    },
  ];
  return (
    <ul className={styles.tiles} aria-label={t('keyFigures')}>
      {tiles.map(({ key, name, value, unit, more, to, change, trend }) => (
        <li key={key}>
          <Link to={to}>
            <span className={styles.named}>
              {name}
              {trend && <Sparkline values={trend} />}
            </span>
            <bdi dir="ltr" className={styles.figure}>
              {value ?? '…'} {value !== undefined && <small>{unit}</small>}
            </bdi>
            {change && <ChangeLine {...change} />}
            <small>{more}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}
