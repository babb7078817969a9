import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#contract/orders/order-rows.ts';
import type { OrderView } from '#contract/orders/orders.ts';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { useOrderStatus } from '#src/features/orders/order-words.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useMedia } from '#src/lib/browser/use-media.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { usePayerName, usePersonName } from '#src/lib/text/person-name.ts';
import { showDay } from '#src/lib/text/day.ts';
import { today } from '#src/lib/text/today.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import styles from '#src/features/orders/orders.module.css';

const DAY_MS = 24 * 3_600_000;
/** A phone card has room for one sum only: the debt. */
const PHONE = '(max-width: 599px)';

/** The day on which the rest is due, or the number of days since. */
function Due({ dueOn }: { dueOn: string | null }) {
  const { t } = useTranslation('orders');
  if (dueOn === null) return null;
  const late = Math.round((Date.parse(today()) - Date.parse(dueOn)) / DAY_MS);
  if (late > 0) return <span className={styles.late}>{t('list.late', { count: late })}</span>;
  return late === 0 ? t('list.today') : <LeftToRight>{showDay(dueOn)}</LeftToRight>;
}

/**
 * The products that wait, each with its stock; too little stock is marked, because the goods cannot
 * be handed over yet.
 */
function Goods({ goods }: Pick<OrderRow, 'goods'>) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  return goods.map(({ nameEn, nameLo, quantity, onHand }, at) => (
    <div key={at}>
      {t('list.pieces', { n: quantity, name: language === 'lo' ? nameLo : nameEn })}{' '}
      <Aside>
        {onHand < quantity ? (
          <span className={styles.late}>{t('list.onHand', { n: onHand })}</span>
        ) : (
          t('list.onHand', { n: onHand })
        )}
      </Aside>
    </div>
  ));
}

/** The columns of the list of orders. */
export function useOrderColumns(view: OrderView): ListColumn<OrderRow>[] {
  const { t } = useTranslation('orders');
  const nameOf = usePersonName();
  const payerName = usePayerName();
  const statusOf = useOrderStatus();
  const { nameOf: branchOf } = useBranchChoice();
  const isPhone = useMedia(PHONE);
  return useMemo(() => {
    const sum = (
      field: 'goodsLAK' | 'totalLAK' | 'paidLAK' | 'pendingLAK',
      priority: 1 | 2 | 3,
    ): ListColumn<OrderRow> => ({
      field,
      label: t(`sums.${field}`),
      priority,
      align: 'end',
      ltrNoWrap: true,
      isNamed: true,
      text: (row) => formatNumber(row[field]),
    });
    const balance: ListColumn<OrderRow> = {
      field: 'balanceLAK',
      label: t('sums.balanceLAK'),
      priority: 1,
      align: 'end',
      ltrNoWrap: true,
      cell: ({ balanceLAK }) =>
        balanceLAK === 0 ? '0' : <strong>{formatNumber(balanceLAK)}</strong>,
    };
    const goods: ListColumn<OrderRow>[] = [
      {
        field: 'goods',
        label: t('list.toGive'),
        priority: 1,
        cell: (row) => <Goods goods={row.goods} />,
      },
      sum('goodsLAK', 2),
      balance,
    ];
    const sums = [sum('totalLAK', 3), sum('paidLAK', 3), sum('pendingLAK', 2)];
    return [
      {
        field: 'number',
        label: t('order'),
        priority: 1,
        ltrNoWrap: true,
        cell: ({ number, at }) => (
          <>
            {number}
            <br />
            <Aside isAlone>{formatDateTime(at)}</Aside>
          </>
        ),
      },
      {
        field: 'payerName',
        label: t('list.payer'),
        priority: 1,
        cell: ({ students, ...payer }) => (
          <>
            <WholeWords text={payerName(payer)} />
            {students.length > 0 && <br />}
            {students.length > 0 && (
              <Aside isAlone>
                <WholeWords text={students.map((one) => nameOf(one)).join(', ')} />
              </Aside>
            )}
          </>
        ),
      },
      ...(branchOf
        ? [
            {
              field: 'branchId',
              label: t('list.branch'),
              priority: 3,
              text: ({ branchId }) => branchOf(branchId),
            } satisfies ListColumn<OrderRow>,
          ]
        : []),
      {
        field: 'state',
        label: t('list.status'),
        priority: view === 'open' ? 3 : 2,
        text: statusOf,
      },
      ...(view === 'handOver' ? goods : isPhone ? [balance] : [...sums, balance]),
      {
        field: 'dueOn',
        label: t('list.due'),
        priority: 2,
        isNamed: ({ dueOn }) => dueOn !== null && dueOn >= today(),
        cell: ({ dueOn }) => <Due dueOn={dueOn} />,
      },
    ];
  }, [t, nameOf, payerName, statusOf, branchOf, isPhone, view]);
}
