import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { REMEMBERED_KEY } from '#src/lib/browser/storage-keys.ts';

// The entry is the person's id and the key with a space between them. It is no token: without the
// password it opens nothing. docs/security.md, "Second factor".

const entry = () => forgivingStorage.getItem(REMEMBERED_KEY)?.split(' ') ?? [];

/** The key that stands for the code of a second factor; undefined if this device keeps none. */
export const deviceKey = (): string | undefined => entry()[1];

export function keepDeviceKey(userId: string, key: string): void {
  forgivingStorage.setItem(REMEMBERED_KEY, `${userId} ${key}`);
}

/** Forgets the key once it has ended, or when somebody else signs in. */
export function checkDeviceKey(userId: string, isEnded: boolean): void {
  if (isEnded || entry()[0] !== userId) forgivingStorage.removeItem(REMEMBERED_KEY);
}
