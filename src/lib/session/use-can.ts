import { can, type Action } from '#contract/roles.ts';
import { useStore } from '#src/lib/store.ts';

/** True if the signed-in person may do this; the server decides, the screens only follow. */
export function useCan(action: Action): boolean {
  return useStore(({ user }) => can(user.role, action));
}
