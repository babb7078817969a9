import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isUndoReason } from '#contract/orders/undo-reasons.ts';

/** Says a stored reason; that of an undo is a code with words in both languages. */
export function useReasonText(): (reason: string) => string {
  const { t } = useTranslation('payment');
  return useCallback(
    (reason) => {
      if (!isUndoReason(reason)) return reason;
      if (reason === 'undone') return t('undo.said');
      return t('undo.saidWhy', { why: t(`undo.why.${reason}`) });
    },
    [t],
  );
}
