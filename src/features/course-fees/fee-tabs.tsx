import { useTranslation } from 'react-i18next';
import { Tabs } from '#src/components/page/tabs.tsx';
import { paths } from '#src/lib/paths.ts';

/** The value of `view` in the address that shows the discount rules. */
export const DISCOUNTS = 'discounts';
export const discountsPath = `${paths.courseFee}?view=${DISCOUNTS}`;

/** The tabs of the page: prices, and the rules that reduce them. */
export function FeeTabs({ current }: { current: 'fees' | typeof DISCOUNTS }) {
  const { t } = useTranslation('courses');
  const tabs = [
    { id: 'fees', label: t('feeTabs.fees'), to: paths.courseFee },
    { id: DISCOUNTS, label: t('feeTabs.discounts'), to: discountsPath },
  ];
  return <Tabs label={t('feeTabs.label')} tabs={tabs} current={current} />;
}
