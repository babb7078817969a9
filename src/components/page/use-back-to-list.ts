import { useNavigate } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { lastAddress } from '#src/lib/list-address.ts';
import { recordName, type Named } from '#src/lib/text/record-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { showToast } from '#src/lib/toast.ts';

/** State that a record page passes to its list: the row that was just saved. */
export type SavedState = { savedId?: string };

type SavedRow = Named & { _id: string };

/** Announces that a record was saved. */
export function useSaySaved(): (row: Named) => void {
  const { t } = useTranslation();
  const language = useLanguage();
  return (row) => {
    const name = recordName(row, language);
    showToast('success', name === '' ? t('saved') : t('savedOf', { name }));
  };
}

/**
 * The ways to leave a record page, back to the list as it was; `saved` announces the save and
 * highlights the row there.
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
