import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Announcement } from '#contract/centre/announcements.ts';
import { branchNamesList } from '#contract/centre/branch-names-list.ts';
import { roles as allRoles } from '#contract/roles.ts';
import { DOT } from '#contract/words/dot.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/** The audience in words: "Sisattanak" and "staff, finance". */
export function useAudienceWords(): (row: Pick<Announcement, 'branchIds' | 'roles'>) => string {
  const { t } = useTranslation(['announcements', 'common']);
  const language = useLanguage();
  const { rows: branches } = useCachedList(branchNamesList, { quiet: true });
  return useCallback(
    ({ branchIds, roles }) => {
      const nameOf = (id: string) => {
        const branch = branches?.find(({ _id }) => _id === id);
        return branch ? branchNameIn(branch, language) : '…';
      };
      const where = branchIds.length === 0 ? t('allBranches') : branchIds.map(nameOf).join(', ');
      const who =
        allRoles.length === roles.length
          ? t('allRoles')
          : roles.map((role) => t(`common:role.${role}`)).join(', ');
      return `${where}${DOT}${who}`;
    },
    [t, branches, language],
  );
}
