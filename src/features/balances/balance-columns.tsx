import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { balanceAges } from '#contract/orders/balance-ages.ts';
import type { BalanceRow } from '#contract/orders/balances.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { DOT } from '#contract/words/dot.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { useMedia } from '#src/lib/browser/use-media.ts';
import { formatDate, formatNumber } from '#src/lib/text/format.ts';
import { showDay } from '#src/lib/text/day.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import styles from './balances.module.css';

/** `07/11`, without the year, because reminders are recent. */
const shortDay = (timestamp: string): string => formatDate(timestamp).slice(0, 5);

/** A phone card has room for one sum only: the debt. */
const PHONE = '(max-width: 599px)';

/** A row with its ages as separate fields, so that each can be a column. */
export type ShownBalance = BalanceRow & BalanceRow['ages'];
export const shownBalance = (row: BalanceRow): ShownBalance => ({ ...row, ...row.ages });

function Late({ daysLate, nextDueOn }: BalanceRow) {
  const { t } = useTranslation('balances');
  if (daysLate > 0) return <span className={styles.late}>{t('late', { count: daysLate })}</span>;
  return nextDueOn === null ? null : <bdi dir="ltr">{showDay(nextDueOn)}</bdi>;
}

/** The columns of the balances list. */
export function useBalanceColumns(): ListColumn<ShownBalance>[] {
  const { t } = useTranslation('balances');
  const { nameOf: branchOf } = useBranchChoice();
  const nameOf = usePayerName();
  const isPhone = useMedia(PHONE);
  return useMemo(() => {
    const name: ListColumn<ShownBalance> = {
      field: 'name',
      label: t('family'),
      priority: 1,
      cell: ({ name: payerName, nameEn: payerNameEn, phone, remindedAt }) => (
        <>
          <WholeWords text={nameOf({ payerName, payerNameEn })} />
          <br />
          <Aside isAlone>
            <bdi dir="ltr">{formatPhone(phone)}</bdi>
            {remindedAt !== null && `${DOT}${t('reminded', { day: shortDay(remindedAt) })}`}
          </Aside>
        </>
      ),
    };
    const late: ListColumn<ShownBalance> = {
      field: 'daysLate',
      label: t('daysLate'),
      priority: 1,
      ...(!isPhone && { align: 'end' }),
      cell: (row) => <Late {...row} />,
    };
    const owed: ListColumn<ShownBalance> = {
      field: 'owedLAK',
      label: t('owes'),
      priority: 1,
      align: 'end',
      ltrNoWrap: true,
      cell: ({ owedLAK, pendingLAK }) => (
        <>
          <strong>{formatNumber(owedLAK)}</strong>
          {pendingLAK > 0 && !isPhone && <br />}
          {pendingLAK > 0 && !isPhone && (
            <Aside isAlone>{t('pending', { sum: formatNumber(pendingLAK) })}</Aside>
          )}
        </>
      ),
    };
    const ages = balanceAges.map((age): ListColumn<ShownBalance> => ({
      field: age,
      label: t(`ages.${age}`),
      priority: 3,
      align: 'end',
      ltrNoWrap: true,
      text: (row) => formatNumber(row[age]),
    }));
    const branch: ListColumn<ShownBalance>[] = branchOf
      ? [
          {
            field: 'branchId',
            label: t('branch'),
            priority: 2,
            text: ({ branchId }) => branchOf(branchId),
          },
        ]
      : [];
    return isPhone ? [name, owed, late, ...branch] : [name, ...ages, late, owed, ...branch];
  }, [t, branchOf, isPhone, nameOf]);
}
