import { useMemo } from 'react';
import {
  can,
  why,
  type Action,
  type RuleFacts,
  type Grant,
  type RightAnswer,
} from '#contract/roles.ts';
import { useStore, type AppState } from '#src/lib/store.ts';

/** The right with which the signed-in person acts. */
export const grantOf = ({ role, userData }: AppState['user']): Grant => ({
  role,
  permissionSet: userData?.permissionSet,
});

/** The same for a component, which draws anew when it changes. */
export function useGrant(): Grant {
  const user = useStore((state) => state.user);
  return useMemo(() => grantOf(user), [user]);
}

/** True if the signed-in person may do this; the server decides, the screens only follow. */
export function useCan(action: Action, facts?: RuleFacts): boolean {
  return useStore(({ user }) => can(grantOf(user), action, facts));
}

/** The same with its reason. */
export function useWhy(action: Action, facts?: RuleFacts): RightAnswer {
  return why(useGrant(), action, facts);
}
