import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { formatDateTime } from '#src/lib/text/format.ts';
import { isOldRate, usedRatesAsOf, type RateMoments, type Wallet } from './tenders.ts';

/** Asks once before taking money at a rate that is older than a day. */
export function useOldRateQuestion(moments: RateMoments, wallet: Wallet) {
  const { t } = useTranslation('payment');
  const { ask, dialog } = useConfirm();
  const [agreed, setAgreed] = useState<string>();
  const asOf = usedRatesAsOf(moments, wallet);
  const confirmOldRate = async (): Promise<boolean> => {
    if (asOf === undefined || agreed === asOf || !isOldRate(asOf)) return true;
    const isAgreed = await ask({
      title: t('rate.old'),
      text: t('rate.oldText', { time: formatDateTime(asOf) }),
      confirm: t('rate.use'),
      cancel: t('rate.look'),
    });
    if (isAgreed) setAgreed(asOf);
    return isAgreed;
  };
  return { confirmOldRate, dialog };
}
