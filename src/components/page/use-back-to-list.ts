import { useNavigate } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { lastAddress } from '#src/lib/list-address.ts';
import { recordName, type Named } from '#src/lib/text/record-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { showToast } from '#src/lib/toast.ts';

/** What a record page hands to its list: the row to show as just saved. */
export type SavedState = { savedId?: string };

type SavedRow = Named & { _id: string };

/** Says that a record was saved, and which. */
export function useSaySaved(): (row: Named) => void {
  const { t } = useTranslation();
  const language = useLanguage();
  return (row) => {
    const name = recordName(row, language);
    showToast('success', name === '' ? t('saved') : t('savedOf', { name }));
  };
}

/**
 * The ways a record page ends, both to the list as it was left: `saved` says so and shows the row
 * in it.
 */
export function useBackToList(list: string): {
  saved: (row: SavedRow) => void;
  cancel: () => void;
} {
  const navigate = useNavigate();
  const saySaved = useSaySaved();
  return {
    saved: (row) => {
      saySaved(row);
      void navigate(lastAddress(list), { state: { savedId: row._id } satisfies SavedState });
    },
    cancel: () => void navigate(lastAddress(list)),
  };
}
