import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountGrants } from '#contract/centre/staff-accounts.ts';
import {
  permissionSets,
  type AccountRight,
  type PermissionSet,
} from '#contract/rights/permission-sets.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { DOT } from '#contract/words/dot.ts';
import { Note } from '#src/components/kit/note.tsx';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { api } from '#src/lib/request/api.ts';
import { readFailureText, showFailure } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { branchNameIn } from '#src/lib/text/branch-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { showToast } from '#src/lib/toast.ts';
import { grantOfRight, useIsNarrow, type RightsColumn } from './rights-columns.ts';
import { useAccountRights, useAllAccounts } from './rights-queries.ts';
import { RightsTable, type GuardedPage } from './rights-table.tsx';
import styles from './rights.module.css';

/** Puts a set on a right, or takes it off. */
function useCarry() {
  const { t } = useTranslation('rights-page');
  const client = useQueryClient();
  return async ({ _id }: AccountRight, permissionSetId: string | null) => {
    const result = await saveOnce((key) =>
      api.put(
        `${accountGrants.path}/${_id}/permission-set`,
        { permissionSetId },
        { ...withIdempotency(key), quiet: true },
      ),
    );
    if (result.outcome === 'saved') showToast('success', t('account.saved'));
    else showFailure(result);
    await client.invalidateQueries({ queryKey: [permissionSets.name] });
  };
}

type CarriedProps = { right: AccountRight; sets: readonly PermissionSet[] };

/** The set on one right of the account. */
function CarriedSet({ right, sets }: CarriedProps) {
  const { t } = useTranslation('rights-page');
  const language = useLanguage();
  const carry = useCarry();
  const label = t('account.setOf', { branch: branchNameIn(right, language) });
  return (
    <PlainSelect
      label={label}
      value={right.permissionSetId ?? ''}
      onChange={({ target }) => void carry(right, target.value === '' ? null : target.value)}
    >
      <option value="">{t('account.noSet')}</option>
      {sets
        .filter(({ role }) => role === right.role)
        .map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
    </PlainSelect>
  );
}

type RightsOfAccountProps = {
  id: string | null;
  sets: readonly PermissionSet[];
  pages: readonly GuardedPage[];
  onChoose: (id: string) => void;
};

/** The rights of one account in each of its branches, with the sets that they carry. */
export function RightsOfAccount({ id, sets, pages, onChoose }: RightsOfAccountProps) {
  const { t } = useTranslation('rights-page');
  const { t: common } = useTranslation();
  const language = useLanguage();
  const isNarrow = useIsNarrow();
  const accounts = useAllAccounts(true);
  const rights = useAccountRights(id);
  const account = accounts.data?.find(({ _id }) => _id === id);
  const error = accounts.error ?? rights.error;
  const columns = rights.data?.map((right): RightsColumn => {
    const notes = [common(`role.${right.role}`), ...(right.isHome ? [t('account.home')] : [])];
    return {
      key: right._id,
      name: branchNameIn(right, language),
      note: notes.join(DOT),
      grant: grantOfRight(right, sets),
    };
  });
  return (
    <>
      <div className={styles.choice}>
        <PlainSelect
          label={t('account.label')}
          value={id ?? ''}
          onChange={({ target }) => onChoose(target.value)}
        >
          <option value="" disabled>
            {t('account.choose')}
          </option>
          {accounts.data?.map(({ _id, firstName, lastName, email }) => (
            <option key={_id} value={_id}>
              {`${firstName} ${lastName}${DOT}${email}`}
            </option>
          ))}
        </PlainSelect>
      </div>
      {error && (
        <Note tone="bad" role="alert">
          {readFailureText(error)}
        </Note>
      )}
      {id !== null && !rights.data && !rights.error && <LineSkeleton height="12rem" />}
      {account && seesAllBranches(account.role) && <Note>{t('account.none')}</Note>}
      {rights.data && rights.data.length > 0 && (
        <div className={styles.carried}>
          {rights.data.map((right) => (
            <CarriedSet key={right._id} right={right} sets={sets} />
          ))}
        </div>
      )}
      {columns && columns.length > 0 && (
        <RightsTable columns={columns} pages={pages} isFolded={isNarrow} />
      )}
    </>
  );
}
