import { useEffect, useState } from 'react';
import type { SetupState } from '#contract/centre/auth.ts';
import { api } from '#src/lib/request/api.ts';

/** True if this centre must still be set up. Until the server has answered, it counts as set up. */
export function useSetupState(): SetupState {
  const [state, setState] = useState<SetupState>({
    needed: false,
    demoAccounts: [],
    passkeyHost: null,
  });
  useEffect(() => {
    const leaving = new AbortController();
    api
      .get<SetupState>('/setup', { quiet: true, signal: leaving.signal })
      .then(setState, () => undefined);
    return () => leaving.abort();
  }, []);
  return state;
}
