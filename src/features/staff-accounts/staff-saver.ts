import { useQueryClient } from '@tanstack/react-query';
import { staffAccounts, type IssuedAccount, type StaffAccount, type StaffAccountInput } from '#contract/staff-accounts.ts';
import { api } from '#src/lib/api.ts';
import { keepRow } from '#src/lib/resource.ts';
import { settling, type Saver } from '#src/lib/settle-write.ts';

/** An account as it was saved; a new one with its temporary password, unless that was lost on the way. */
export type SavedAccount = StaffAccount & Partial<IssuedAccount>;

/** Saves accounts. The password of a new one goes to its page and nowhere else: the list on the device is without it. */
export function useStaffSaver(): Saver<StaffAccountInput, SavedAccount> {
  const client = useQueryClient();
  return {
    send: (input, row, key) =>
      row
        ? api.put(`${staffAccounts.path}/${row._id}`, { ...input, version: row.version }, settling(key))
        : api.post(staffAccounts.path, input, settling(key)),
    current: (_input, row) => api.get(`${staffAccounts.path}/${row._id}`),
    keep: ({ temporaryPassword: _password, ...account }) => keepRow(client, staffAccounts, account),
  };
}
