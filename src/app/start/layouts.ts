import { loadLock } from './load-lock.ts';
import { loadSignedIn } from './load-signed-in.ts';
import { onDemand } from '#src/app/routing/on-demand.tsx';

export const SignedIn = onDemand(async () => (await loadSignedIn()).SignedIn);
export const SignedOut = onDemand(async () => (await import('./signed-out.tsx')).SignedOut);
export const LockScreen = onDemand(loadLock);
