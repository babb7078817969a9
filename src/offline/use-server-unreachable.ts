import { useServerSilence } from '#src/lib/request/server-reach.ts';
import { useOnline } from './use-online.ts';

/**
 * True if the server is out of reach: there is no network, or the server is known not to answer on
 * it.
 */
export const isServerUnreachable = (): boolean =>
  !navigator.onLine || useServerSilence.getState().silent;

/** The same as a hook. */
export function useServerUnreachable(): boolean {
  const online = useOnline();
  const silent = useServerSilence((state) => state.silent);
  return !online || silent;
}
