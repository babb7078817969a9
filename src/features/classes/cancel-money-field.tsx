import { useTranslation } from 'react-i18next';
import type { CancelSums } from '#contract/orders/cancel-sums.ts';
import type { CancelPreview, ClassCancel } from '#contract/classes/class-changes.ts';
import { DOT } from '#contract/words/dot.ts';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { formatNumber } from '#src/lib/text/format.ts';

type Student = CancelPreview['students'][number];
export type SettledCancel = ClassCancel['students'][number]['settlement'];

type Props = {
  money: Student['money'];
  /**
   * The sums that follow from this choice and those for others; undefined if the chosen class has
   * no price.
   */
  sums: CancelSums | undefined;
  name: string;
  /** The class that the student goes to, if any. */
  to: CancelPreview['targets'][number] | undefined;
  settled: SettledCancel;
  onSettle: (settled: SettledCancel) => void;
};

/**
 * The tuition that is left for one student, the part that the other class takes, and the choice for
 * the rest; a hold has none.
 */
export function CancelMoneyField({ money, sums, name, to, settled, onSettle }: Props) {
  const { t } = useTranslation(['classes', 'leaving']);
  if (money === null) return null;
  const move = money.moves.find(({ toClassId }) => toClassId === to?._id);
  if (!sums) return <p>{t('cancel.noPrice', { classCode: to?.classCode })}</p>;
  const { leftLAK, unpaidLAK, freedLAK, freedPendingLAK } = sums;
  const inWords = [
    t('leaving:used', { count: money.bought, used: money.used, bought: money.bought }),
    `${t('leaving:value')}: ${formatNumber(money.valueLAK)} LAK`,
    to && move
      ? t('cancel.newTuition', { classCode: to.classCode, sum: `${formatNumber(move.newLAK)} LAK` })
      : '',
    move && leftLAK === 0 ? t('cancel.nothingLeft') : '',
    unpaidLAK > 0 ? `${t('leaving:unpaid')}: ${formatNumber(unpaidLAK)} LAK` : '',
    freedLAK > 0 ? `${t('leaving:freed')}: ${formatNumber(freedLAK)} LAK` : '',
    freedPendingLAK > 0
      ? t('leaving:pending', { sum: `${formatNumber(freedPendingLAK)} LAK` })
      : '',
  ]
    .filter(Boolean)
    .join(DOT);
  if (money.isHeld || leftLAK === 0) return <p>{inWords}</p>;
  return (
    <PlainSelect
      label={t(move ? 'cancel.moneyLeft' : 'cancel.money', { name })}
      help={inWords}
      value={settled ?? 'credit'}
      onChange={({ target }) => onSettle(target.value as SettledCancel)}
    >
      <option value="credit">{t('leaving:settlement.credit')}</option>
      <option value="refund">{t('leaving:settlement.refund')}</option>
    </PlainSelect>
  );
}
