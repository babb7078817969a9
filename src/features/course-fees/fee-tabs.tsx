import { useTranslation } from 'react-i18next';
import { Tabs } from '#src/components/page/tabs.tsx';
import { paths } from '#src/lib/paths.ts';

/** Where the discount rules are, beside the prices. */
export const DISCOUNTS = 'discounts';
export const discountsPath = `${paths.courseFee}?view=${DISCOUNTS}`;

/** Prices, and the rules that take something off them. */
export function FeeTabs({ current }: { current: 'fees' | typeof DISCOUNTS }) {
  const { t } = useTranslation('courses');
  const tabs = [
    { id: 'fees', label: t('feeTabs.fees'), to: paths.courseFee },
    { id: DISCOUNTS, label: t('feeTabs.discounts'), to: discountsPath },
  ];
  return <Tabs label={t('feeTabs.label')} tabs={tabs} current={current} />;
}
