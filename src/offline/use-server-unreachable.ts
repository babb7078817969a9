import { useServerSilence } from '#src/lib/request/server-reach.ts';
import { useOnline } from './use-online.ts';

/** Whether the server is out of reach: no network, or one on which it is known not to answer. */
export const isServerUnreachable = (): boolean =>
  !navigator.onLine || useServerSilence.getState().silent;

/** The same, drawn again when it changes. */
export function useServerUnreachable(): boolean {
  const online = useOnline();
  const silent = useServerSilence((state) => state.silent);
  return !online || silent;
}
