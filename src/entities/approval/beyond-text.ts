import { useTranslation } from 'react-i18next';
import type { BeyondSignature } from '#contract/signatures.ts';
import { formatNumber } from '#src/lib/text/format.ts';

/** Says that an act is larger than what a second person signed for. */
export function useBeyondText(): (beyond: BeyondSignature) => string {
  const { t } = useTranslation('approvals');
  return ({ signedBy, figure, signed, wanted }) =>
    t(`beyond.${figure}`, {
      name: signedBy,
      count: signed,
      signed: formatNumber(signed),
      wanted: formatNumber(wanted),
    });
}
