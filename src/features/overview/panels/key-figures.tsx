import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CourseSeats, MoneyToday, ReceivablesNow } from '#contract/reports/overview.ts';
import styles from '#src/features/overview/overview.module.css';
import { paths } from '#src/lib/paths.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';
import { figurePath } from '#src/entities/report/report-paths.ts';

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

type Tile = {
  key: string;
  name: string;
  value: string | undefined;
  unit?: string;
  more: string;
  to: string;
  tone?: 'wait' | 'late';
};

type KeyFiguresProps = {
  money: MoneyToday | undefined;
  owed: ReceivablesNow | undefined;
  seats: CourseSeats[] | undefined;
};

/** Four current figures, each linked to its report. */
export function KeyFigures({ money, owed, seats }: KeyFiguresProps) {
  const { t } = useTranslation('overview');
  const all = seats && sumSeats(seats);
  const tiles: Tile[] = [
    {
      key: 'received',
      name: t('received'),
      value: money && formatNumber(money.receivedLAK),
      unit: 'LAK',
      more: money ? t('payments', { count: money.payments }) : '',
      to: figurePath('received', today()),
    },
    {
      key: 'toVerify',
      name: t('toVerify'),
      value: owed && formatNumber(owed.toVerify.sumLAK),
      unit: 'LAK',
      more: owed ? t('slips', { count: owed.toVerify.count }) : '',
      to: figurePath('toVerify'),
      ...(owed && owed.toVerify.count > 0 && { tone: 'wait' }),
    },
    {
      key: 'overdue',
      name: t('overdue'),
      value: owed && formatNumber(owed.overdueLAK),
      unit: 'LAK',
      more: owed ? t('families', { count: owed.overdueFamilies }) : '',
      to: figurePath('owed'),
      ...(owed && owed.overdueLAK > 0 && { tone: 'late' }),
    },
    {
      ...{
        key: 'seats',
        name: t('seatsFilled'),
        value: all && formatNumber(all.taken),
        unit: all ? `/ ${formatNumber(all.capacity)}` : '',
        to: paths.enrollmentReport,
      },
      more: all
        ? [showPercent(all.taken, all.capacity), t('onHold', { count: all.held })]
            .filter((part) => part !== '')
            .join(' · ')
        : '',
    },
  ];
  return (
    <ul className={styles.tiles} aria-label={t('keyFigures')}>
      {tiles.map(({ key, name, value, unit, more, to, tone }) => (
        <li key={key}>
          <Link to={to}>
            <span>{name}</span>
            <bdi dir="ltr" className={styles.figure}>
              {value ?? '…'} {value !== undefined && <small>{unit}</small>}
            </bdi>
            <small data-tone={tone}>{more}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}
