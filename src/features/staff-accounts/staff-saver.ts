import { useQueryClient } from '@tanstack/react-query';
import { staffAccountsList } from '#contract/centre/staff-accounts-list.ts';
import type {
  IssuedAccount,
  StaffAccount,
  StaffAccountInput,
} from '#contract/centre/staff-accounts.ts';
import { api } from '#src/lib/request/api.ts';
import { keepRow } from '#src/lib/request/resource.ts';
import { type Saver, withIdempotency } from '#src/lib/request/save.ts';

/** A saved account; a new one has its temporary password, unless the answer was lost. */
export type SavedAccount = StaffAccount & Partial<IssuedAccount>;

/**
 * Saves accounts. Only the account's page gets a new password: the list on the device is stored
 * without it. `password`: the own one, where the server asks for it.
 */
export function useStaffSaver(
  password: () => string | undefined,
): Saver<StaffAccountInput, SavedAccount> {
  const client = useQueryClient();
  return {
    send: (input, row, key) =>
      row
        ? api.put(
            `${staffAccountsList.path}/${row._id}`,
            { ...input, version: row.version, password: password() },
            withIdempotency(key),
          )
        : api.post(staffAccountsList.path, input, withIdempotency(key)),
    fetchLatest: (_input, row) => api.get(`${staffAccountsList.path}/${row._id}`),
    onConfirmed: ({ temporaryPassword: _password, ...account }) =>
      keepRow(client, staffAccountsList, account),
  };
}
