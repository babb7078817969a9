import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bridgesOf, type FiguresAnswer, type Standing } from '#contract/reports/figures.ts';
import { Facts, Fact } from '#src/components/kit/facts.tsx';
import { Meaning } from '#src/entities/report/meaning.tsx';
import { SignedChange, signed } from '#src/entities/report/signed-change.tsx';
import { ReportSum } from '#src/entities/report/sum-table.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useOpenRows } from './use-open-rows.ts';

const notYetEarnedOf = (at: Standing) =>
  at.billedTuitionLAK + at.openingTuitionLAK - at.earnedTuitionLAK;

/** What passed in a range of days. */
function flowsOf(answer: FiguresAnswer) {
  const { billedLAK, receivedLAK } = bridgesOf(answer);
  const earnedLAK = answer.after.earnedTuitionLAK - answer.before.earnedTuitionLAK;
  return { billed: billedLAK, received: receivedLAK, earned: earnedLAK };
}

/** What stood at the end of a day. */
const balancesOf = (at: Standing) => ({
  owed: at.owedLAK,
  unearned: at.unearnedLAK,
  notYetEarned: notYetEarnedOf(at),
  credit: at.creditLAK,
});

const flows = ['billed', 'received', 'earned'] as const;
const balances = ['unearned', 'notYetEarned', 'credit'] as const;
const columns = {
  billed: ['billed', 'billedLAK'],
  received: ['received', 'receivedLAK'],
  earned: ['earned', 'earnedLAK'],
  owed: ['owed', 'owedLAK'],
  toVerify: ['toVerify', 'slipsLAK'],
  unearned: ['unearned', 'unearnedLAK'],
  notYetEarned: ['unearned', 'notYetEarnedLAK'],
  credit: ['credit', 'creditLAK'],
} as const;

type Tile = { key: keyof typeof columns; sum: number; change: ReactNode; more: string };
type MoneyTilesProps = {
  answer: FiguresAnswer;
  /** The same figures of the time before, as soon as they are known. */
  then: FiguresAnswer | undefined;
  to: string;
};

/**
 * The sums of a range of days: what passed is compared with the time before, and a balance with
 * the one before the first day.
 */
export function MoneyTiles({ answer, then, to }: MoneyTilesProps) {
  const { t } = useTranslation('money-reports');
  const open = useOpenRows();
  const [now, before] = [flowsOf(answer), then && flowsOf(then)];
  const [standing, stood] = [balancesOf(answer.after), balancesOf(answer.before)];
  const { toVerify } = answer;
  const inPeriod = (key: keyof typeof standing) => {
    const by = standing[key] - stood[key];
    return (
      <SignedChange by={by} tone={key === 'owed' ? 'burden' : undefined}>
        {t('tile.inPeriod', { change: signed(by, formatNumber) })}
      </SignedChange>
    );
  };
  const moreOf = {
    billed: t('tile.billedMore'),
    received: t('tile.receivedMore'),
    earned: t('tile.earnedMore'),
  };
  const tiles: Tile[] = [
    ...flows.map((key) => {
      const by = before && now[key] - before[key];
      const change = by !== undefined && (
        <SignedChange by={by} tone="gain">
          {t('tile.onPrevious', { change: signed(by, formatNumber) })}
        </SignedChange>
      );
      return { key, sum: now[key], change, more: moreOf[key] };
    }),
    {
      key: 'owed',
      sum: standing.owed,
      change: inPeriod('owed'),
      more: t('tile.asOf', { day: showDay(to) }),
    },
    {
      key: 'toVerify',
      sum: toVerify.sumLAK,
      change: undefined,
      more: t('tile.toVerifyMore', { count: toVerify.count }),
    },
    ...balances.map((key) => ({
      key,
      sum: standing[key],
      change: inPeriod(key),
      more: t('tile.asOf', { day: showDay(to) }),
    })),
  ];
  return (
    <Facts look="figures">
      {tiles.map(({ key, sum, change, more }) => (
        <Fact
          key={key}
          label={t(`tile.${key}`)}
          note={
            <>
              {change} <span>{more}</span>
            </>
          }
        >
          <ReportSum
            sum={sum}
            of={t(`tile.${key}`)}
            onOpen={open(columns[key][0], columns[key][1])}
          />
          <Meaning of={t(`tile.${key}`)} text={t(`meaning.${key}`)} />
        </Fact>
      ))}
    </Facts>
  );
}
