import { useNavigate } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { lastAddress } from '#src/lib/list-address.ts';
import { showToast } from '#src/lib/toast.ts';

/** What a record page hands to its list: the row to show as just saved. */
export type SavedState = { savedId?: string };

/** The ways a record page ends, both to the list as it was left: `saved` says so and shows the row in it. */
export function useBackToList(list: string): { saved: (row: { _id: string }) => void; cancel: () => void } {
  const navigate = useNavigate();
  const { t } = useTranslation();
  return {
    saved: ({ _id }) => {
      showToast('success', t('saved'));
      void navigate(lastAddress(list), { state: { savedId: _id } satisfies SavedState });
    },
    cancel: () => void navigate(lastAddress(list)),
  };
}
