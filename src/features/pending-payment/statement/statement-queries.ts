import { useQuery } from '@tanstack/react-query';
import {
  statements,
  type StatementField,
  type StatementLeftOut,
  type StatementLoaded,
  type StatementPreview,
  type StatementTakenBack,
  type StatementView,
} from '#contract/money/statements.ts';
import type { SheetAnswers } from '#contract/imports/sheet-questions.ts';
import { verification } from '#contract/orders/due-payments.ts';
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

/** The choice of a person about one file: columns, words for in and out, answers to questions. */
export type StatementChosen = {
  columns?: Partial<Record<StatementField, number>>;
  inWords?: readonly string[];
  outWords?: readonly string[];
  sheet?: string;
  answers?: SheetAnswers;
};

const queryOf = ({ columns, inWords = [], outWords = [], sheet, answers }: StatementChosen) => ({
  ...columns,
  ...(answers?.buddhistYear !== undefined && { buddhistYear: String(answers.buddhistYear) }),
  ...(answers?.dayOrder !== undefined && { dayOrder: answers.dayOrder }),
  ...(answers?.farDay !== undefined && { farDay: String(answers.farDay) }),
  ...(answers?.swappedDays !== undefined && { swappedDays: String(answers.swappedDays) }),
  ...(inWords.length > 0 && { inWords: inWords.join('\n') }),
  ...(outWords.length > 0 && { outWords: outWords.join('\n') }),
  ...(sheet !== undefined && { sheet }),
});

/**
 * Reads a file like loading does; the server stores nothing of it. While a person chooses, it reads
 * in the background.
 */
export const previewStatement = (
  bankAccountId: string,
  file: File,
  chosen: StatementChosen,
  background = false,
) =>
  attemptSave(() =>
    api.post<StatementPreview>(`${statements.path}/columns`, bytesOf(file), {
      quiet: true,
      background,
      query: { bankAccountId, ...queryOf(chosen) },
    }),
  );

export const sendStatement = (bankAccountId: string, file: File, chosen: StatementChosen) =>
  saveOnce((key) =>
    api.post<StatementLoaded>(statements.path, bytesOf(file), {
      ...withIdempotency(key),
      quiet: true,
      query: { bankAccountId, fileName: file.name.slice(-200), ...queryOf(chosen) },
    }),
  );

/** The rows of a file that are not in, once somebody opens them. */
export const useLeftOut = (statementId: string, enabled: boolean) =>
  useQuery({
    queryKey: [verification.name, 'left-out', statementId],
    queryFn: ({ signal }) =>
      api.get<StatementLeftOut>(`${statements.path}/${statementId}/left-out`, {
        signal,
        quiet: true,
      }),
    enabled,
    meta: { persist: false, ofWork: true },
  });

export const takeStatementBack = (statementId: string) =>
  saveOnce((key) =>
    api.post<StatementTakenBack>(
      `${statements.path}/${statementId}/take-back`,
      {},
      { ...withIdempotency(key), quiet: true },
    ),
  );
