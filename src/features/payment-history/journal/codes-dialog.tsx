import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { journal, journalAccounts, type AccountCodes } from '#contract/money/journal.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';

const MAX_CODE = 20;

/** The accountant's code for each account, as used in the export. */
export function CodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['money-reports', 'common']);
  const client = useQueryClient();
  const path = `${journal.path}/accounts`;
  const { data } = useQuery({
    queryKey: [journal.name, 'accounts'],
    queryFn: ({ signal }) => api.get<AccountCodes>(path, { signal, quiet: true }),
    meta: { persist: false },
  });
  const [typed, setTyped] = useState<AccountCodes['codes']>({});
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    const result = await saveOnce((key) =>
      api.put<AccountCodes>(
        path,
        { codes: { ...data?.codes, ...typed } },
        { ...withIdempotency(key), quiet: true },
      ),
    );
    if (result.outcome !== 'saved') return setProblem(failureText(result));
    showToast('success', t('journal.codesSaved'));
    await client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name === journal.name });
    return onClose();
  };
  return (
    <Dialog
      title={t('journal.codes')}
      description={t('journal.codesHelp')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.back')}</Button>
          <Button look="solid" disabled={!data} onClick={() => void save()}>
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {journalAccounts.map((account) => (
          <PlainField
            key={account}
            label={t(`account.${account}`)}
            maxLength={MAX_CODE}
            value={typed[account] ?? data?.codes[account] ?? ''}
            onChange={({ target }) => setTyped({ ...typed, [account]: target.value })}
          />
        ))}
      </Stack>
      {problem && <ErrorText role="alert">{problem}</ErrorText>}
    </Dialog>
  );
}
