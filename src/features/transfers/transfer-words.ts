import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransferRow } from '#contract/classes/transfers.ts';
import { type MarkTone } from '#src/components/kit/mark.tsx';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { formatNumber } from '#src/lib/text/format.ts';

const endTones = { done: 'on', refused: 'off', cancelled: 'off', expired: 'off' } as const;

/** The status of a request: waiting for the reader, waiting for another branch, or its end. */
export function useTransferStatus(): (row: TransferRow) => { text: string; tone: MarkTone } {
  const { t } = useTranslation('transfers');
  return useCallback(
    ({ status, mayDecide, waitsFor, from, to }) => {
      if (status !== 'open') return { text: t(`status.${status}`), tone: endTones[status] };
      if (mayDecide.length > 0) return { text: t('status.waitsForYou'), tone: 'new' };
      return {
        text: t('status.waitsFor', {
          branches: [
            ...new Set(waitsFor.map((side) => (side === 'from' ? from : to).branchCode)),
          ].join(', '),
        }),
        tone: 'new',
      };
    },
    [t],
  );
}

/** `+85,500`, `−76,000` or `0`: a difference with its sign. */
export const showSignedKip = (amountLAK: number): string =>
  `${amountLAK > 0 ? '+' : amountLAK < 0 ? '−' : ''}${formatNumber(Math.abs(amountLAK))}`;

/** The name of a course or branch in the reader's language. */
export function useShownName(): (nameEn: string, nameLo: string) => string {
  const language = useLanguage();
  return useCallback(
    (nameEn, nameLo) => (language === 'lo' && nameLo !== '' ? nameLo : nameEn),
    [language],
  );
}
