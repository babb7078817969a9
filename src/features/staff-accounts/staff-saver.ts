import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { staffAccountsList } from '#contract/centre/staff-accounts-list.ts';
import type {
  IssuedAccount,
  StaffAccount,
  StaffAccountInput,
} from '#contract/centre/staff-accounts.ts';
import type { Role } from '#contract/roles.ts';
import { DOT } from '#contract/words/dot.ts';
import type { useSigning } from '#src/entities/approval/use-signing.tsx';
import { api } from '#src/lib/request/api.ts';
import { keepRow } from '#src/lib/request/resource.ts';
import { type Saver, withIdempotency } from '#src/lib/request/save.ts';

/** A saved account; a new one has its temporary password, unless the answer was lost. */
export type SavedAccount = StaffAccount & Partial<IssuedAccount>;

type SignIfAsked = ReturnType<typeof useSigning>['signIfAsked'];

/** Sends a new right, and again with a second superadmin's signature if the server asks for it. */
export function signedRight<Row>(
  signIfAsked: SignIfAsked,
  { branchId, email, role }: { branchId: string; email: string; role: Role },
  send: (approvalToken: string | null) => Promise<Row>,
  means: string,
): Promise<Row> {
  const act = { kind: 'accountRight', branchId, email, role } as const;
  return signIfAsked('accountSignatureNeeded', act, send, means);
}

/**
 * Saves accounts. Only the account's page gets a new password: the list on the device is stored
 * without it. `password`: the own one, where the server asks for it.
 */
export function useStaffSaver(
  password: () => string | undefined,
  signIfAsked: SignIfAsked,
): Saver<StaffAccountInput, SavedAccount> {
  const client = useQueryClient();
  const { t } = useTranslation();
  return {
    // The server's question for a signature is answered in a dialog, so no alert says it too; the
    // form names every other refusal.
    send: (input, row, key) => {
      // It is given out once, and the signed try needs it again.
      const own = password();
      return signedRight(
        signIfAsked,
        input,
        (approvalToken) =>
          row
            ? api.put(
                `${staffAccountsList.path}/${row._id}`,
                { ...input, version: row.version, password: own, approvalToken },
                { ...withIdempotency(key), quiet: true },
              )
            : api.post(
                staffAccountsList.path,
                { ...input, approvalToken },
                { ...withIdempotency(key), quiet: true },
              ),
        `${input.email}${DOT}${t(`role.${input.role}`)}:`,
      );
    },
    fetchLatest: (_input, row) => api.get(`${staffAccountsList.path}/${row._id}`),
    onConfirmed: ({ temporaryPassword: _password, ...account }) =>
      keepRow(client, staffAccountsList, account),
  };
}
