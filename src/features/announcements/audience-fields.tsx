import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { AnnouncementInput, AudienceCount } from '#contract/centre/announcements.ts';
import { roles } from '#contract/roles.ts';
import { branchNamesList } from '#contract/centre/branch-names-list.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { DOT } from '#contract/words/dot.ts';
import { CheckListField } from '#src/components/fields/check-list-field.tsx';
import type { FieldBinding, FieldOf } from '#src/components/fields/form-context.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { Row } from '#src/components/kit/layout.tsx';
import { api } from '#src/lib/request/api.ts';
import { useStore } from '#src/lib/store.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

const sumOf = (counts: readonly AudienceCount[]) =>
  counts.reduce((sum, { count }) => sum + count, 0);

/** The number of accounts of each role in each branch; undefined until it is known. */
function useCounts(): readonly AudienceCount[] | undefined {
  return useQuery({
    queryKey: ['announcements', 'audience'],
    queryFn: ({ signal }) =>
      api.get<AudienceCount[]>('/announcements/audience', { signal, quiet: true }),
  }).data;
}

/** The branches by name; only a superadmin chooses among them. */
function useBranchOptions(counts: readonly AudienceCount[] | undefined) {
  const language = useLanguage();
  const { rows } = useCachedList(branchNamesList, { quiet: true });
  return (rows ?? []).map((branch) => {
    const count =
      counts &&
      `${DOT}${formatNumber(sumOf(counts.filter(({ branchId }) => branchId === branch._id)))}`;
    return { value: branch._id, label: `${branchNameIn(branch, language)}${count ?? ''}` };
  });
}

/** The audience: branches × roles, with the number of people in each. */
export function AudienceFields({ field }: { field: FieldOf<AnnouncementInput> }) {
  const { t } = useTranslation(['announcements', 'common']);
  const language = useLanguage();
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  const own = useStore(({ branch }) => branch.branchData);
  const counts = useCounts();
  const branches = useBranchOptions(counts);
  const [branchIds, chosen] = useWatch<AnnouncementInput, ['branchIds', 'roles']>({
    name: ['branchIds', 'roles'],
  });
  const there = counts?.filter(
    ({ branchId }) => branchIds.length === 0 || branchIds.includes(branchId),
  );
  const people = there && sumOf(there.filter(({ role }) => chosen.includes(role)));
  const roleOptions = roles.map((role) => {
    const count = there && `${DOT}${formatNumber(sumOf(there.filter((one) => one.role === role)))}`;
    return { value: role, label: `${t(`common:role.${role}`)}${count ?? ''}` };
  });
  return (
    <FormSection
      title={t('section.audience')}
      {...(people !== undefined && { hint: t('people', { count: people }) })}
    >
      {isWide ? (
        <CheckListField
          {...field('branchIds')}
          required={false}
          label={t('branches')}
          help={t('branchesHelp')}
          options={branches}
        />
      ) : (
        <Row isWide>
          <Lock aria-hidden size={16} strokeWidth={1.75} />
          {t('ownBranch', { branch: own ? branchNameIn(own, language) : '' })}
        </Row>
      )}
      <CheckListField
        {...(field('roles') as FieldBinding<string[]>)}
        label={t('roles')}
        options={roleOptions}
      />
    </FormSection>
  );
}
