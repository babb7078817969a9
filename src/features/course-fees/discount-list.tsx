import { BadgePercent } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscountRuleRow } from '#contract/desk/discount-rules.ts';
import { discountRulesList } from '#contract/desk/discount-rules-list.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { TwoNames } from '#src/entities/course/two-names.tsx';
import { paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { showDay } from '#src/lib/text/day.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { DISCOUNTS, FeeTabs } from './fee-tabs.tsx';

const addPath = `${paths.addFee}?view=${DISCOUNTS}`;
const open = ({ _id }: DiscountRuleRow) => `${paths.editFee}?view=${DISCOUNTS}&id=${_id}`;

function useColumns(): ListColumn<DiscountRuleRow>[] {
  const { t } = useTranslation('courses');
  return useMemo(
    () => [
      {
        field: 'nameEn',
        label: t('discount.name'),
        priority: 1,
        cell: (row) => <TwoNames {...row} />,
      },
      {
        field: 'kind',
        label: t('discount.kind'),
        priority: 1,
        text: ({ kind }) => t(`discount.kinds.${kind}`),
      },
      {
        field: 'on',
        label: t('discount.on'),
        priority: 2,
        text: ({ on }) => t(`discount.onLines.${on}`),
      },
      {
        field: 'until',
        label: t('discount.until'),
        priority: 3,
        ltrNoWrap: true,
        text: ({ until }) => showDay(until),
      },
      {
        field: 'active',
        label: t('status'),
        priority: 1,
        text: ({ active }) => ({
          text: t(active ? 'active' : 'inactive'),
          tone: active ? 'on' : 'off',
        }),
      },
      {
        field: 'percent',
        label: t('discount.value'),
        priority: 1,
        align: 'end',
        ltrNoWrap: true,
        text: ({ percent, amountLAK }) =>
          percent === null ? `${showMoney(amountLAK ?? 0, 'LAK')} LAK` : `${percent} %`,
      },
    ],
    [t],
  );
}

/** The rules by which a visit gives discounts. */
export function DiscountList() {
  const { t } = useTranslation(['courses', 'shell']);
  const view = useListView(discountRulesList, { sort: 'nameEn' });
  const list = useCachedList(discountRulesList, view);
  const columns = useColumns();
  const mayWrite = useCan(discountRulesList.write);
  const add = mayWrite && <AddLink to={addPath} label={t('discount.add')} />;
  return (
    <ListPage
      name={discountRulesList.name}
      list={list}
      view={view}
      columns={columns}
      title={t('shell:page.courseFee')}
      back={paths.courses}
      summary={<FeeTabs current={DISCOUNTS} />}
      add={add}
      hint={t('discount.search')}
      open={open}
      failed={t('discount.failed.list')}
      empty={
        <EmptyState icon={BadgePercent} title={t('discount.empty')} text={t('discount.emptyHint')}>
          {add}
        </EmptyState>
      }
    />
  );
}
