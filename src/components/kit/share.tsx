import { TrendingDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from './share.module.css';
import { Unseen } from './unseen.tsx';

type ShareProps = {
  /** Null while there is nothing to share. */
  percent: number | null;
  /** The share that is wanted, in per cent. */
  goal: number;
};

/** A share in per cent; one under the goal has a sign and words for it beside its colour. */
export function Share({ percent, goal }: ShareProps) {
  const { t } = useTranslation();
  const isUnder = percent !== null && percent < goal;
  return (
    <span className={styles.share} data-under={isUnder || undefined}>
      {isUnder && <TrendingDown size={14} strokeWidth={2} aria-hidden />}
      <bdi dir="ltr">{percent === null ? '–' : `${formatNumber(percent)} %`}</bdi>
      {isUnder && <Unseen>{` ${t('underGoal', { goal })}`}</Unseen>}
    </span>
  );
}
