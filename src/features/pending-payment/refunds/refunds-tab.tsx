import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageState } from '#src/components/page/page-state.tsx';

/** Money that families asked back when a child left. */
export function RefundsTab() {
  const { t } = useTranslation('pending-payment');
  return <PageState icon={Undo2} title={t('refunds.empty')} text={t('refunds.emptyHint')} />;
}
