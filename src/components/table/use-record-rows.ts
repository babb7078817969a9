import { useLocation } from 'react-router-dom';
import type { SavedState } from '#src/components/page/use-back-to-list.ts';
import { useMedia } from '#src/lib/browser/use-media.ts';

const PHONE = '(max-width: 599px)';

/** Whether records stand on cards, and which of them was just saved. */
export function useRecordRows(): { isPhone: boolean; savedId: string | undefined } {
  const isPhone = useMedia(PHONE);
  const { savedId } = (useLocation().state ?? {}) as SavedState;
  return { isPhone, savedId };
}
