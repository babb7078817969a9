import { HandCoins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageState } from '#src/components/page/page-state.tsx';

/** Who still owes, by age. */
export function BalancesDue() {
  const { t } = useTranslation('balances');
  return <PageState icon={HandCoins} title={t('empty')} text={t('emptyHint')} />;
}
