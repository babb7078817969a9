import { useQuery } from '@tanstack/react-query';
import {
  statements,
  type StatementColumns,
  type StatementLoaded,
  type StatementTakenBack,
  type StatementView,
} from '#contract/statements.ts';
import { verification } from '#contract/due-payments.ts';
import { api } from '#src/lib/request/api.ts';
import { attemptSave, saveOnce, withIdempotency } from '#src/lib/request/save.ts';

/** The statement of one account, with the matches of its slips. */
export const useStatement = (accountId: string) =>
  useQuery({
    queryKey: [verification.name, 'statement', accountId],
    queryFn: ({ signal }) =>
      api.get<StatementView>(`${statements.path}/${accountId}`, { signal, quiet: true }),
    enabled: accountId !== '',
    meta: { persist: false, ofWork: true },
  });

const bytesOf = (file: File) => new Blob([file], { type: 'application/octet-stream' });

/** The chosen columns, by their position in the file. */
export type ChosenColumns = Partial<Record<keyof StatementColumns['known'], number>>;

/** Reads the columns of a file; the server stores nothing of it. */
export const readColumns = (file: File) =>
  attemptSave(() =>
    api.post<StatementColumns>(`${statements.path}/columns`, bytesOf(file), { quiet: true }),
  );

export const sendStatement = (bankAccountId: string, file: File, chosen: ChosenColumns) =>
  saveOnce((key) =>
    api.post<StatementLoaded>(statements.path, bytesOf(file), {
      ...withIdempotency(key),
      quiet: true,
      query: { bankAccountId, fileName: file.name.slice(-200), ...chosen },
    }),
  );

export const takeStatementBack = (statementId: string) =>
  saveOnce((key) =>
    api.post<StatementTakenBack>(
      `${statements.path}/${statementId}/take-back`,
      {},
      { ...withIdempotency(key), quiet: true },
    ),
  );
