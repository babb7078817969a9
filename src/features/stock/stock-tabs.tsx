import { useTranslation } from 'react-i18next';
import { Tabs } from '#src/components/page/tabs.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { stockPath, stockViews, type StockView } from './stock-path.ts';

/** The views of the stock; people who may only see the stock itself get no tabs. */
export function StockTabs({ current }: { current: StockView }) {
  const { t } = useTranslation('stock');
  if (!useCan('stock-movements:read')) return null;
  return (
    <Tabs
      label={t('views.label')}
      current={current}
      tabs={stockViews.map((id) => ({ id, label: t(`views.${id}`), to: stockPath(id) }))}
    />
  );
}
