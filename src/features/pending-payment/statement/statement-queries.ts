import { useQuery } from '@tanstack/react-query';
import { statements, type StatementLoaded, type StatementView } from '#contract/statements.ts';
import { verification } from '#contract/due-payments.ts';
import { api } from '#src/lib/request/api.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';

/** The statement of one account, with what it says of the slips. */
export const useStatement = (accountId: string) =>
  useQuery({
    queryKey: [verification.name, 'statement', accountId],
    queryFn: ({ signal }) => api.get<StatementView>(`${statements.path}/${accountId}`, { signal, quiet: true }),
    enabled: accountId !== '',
    meta: { persist: false, ofWork: true },
  });

export const sendStatement = (bankAccountId: string, file: File) =>
  saveOnce((key) => api.post<StatementLoaded>(statements.path, new Blob([file], { type: 'application/octet-stream' }), { ...withIdempotency(key), quiet: true, query: { bankAccountId, fileName: file.name.slice(-200) } }));
