import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageState } from '#src/components/page/page-state.tsx';

/** Slips that wait for a second person. */
export function VerifyTab() {
  const { t } = useTranslation('pending-payment');
  return <PageState icon={ReceiptText} title={t('verify.empty')} text={t('verify.emptyHint')} />;
}
