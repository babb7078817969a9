import { hasSmallQueries } from '#src/offline/lists/small-queries.ts';

/**
 * Fetches all that a signed-in person needs around a page; asked for early, it is there when it is
 * wanted. What the device keeps for them is made ready as soon as somebody is signed in.
 */
export async function loadSignedIn() {
  if (hasSmallQueries()) import('#src/offline/lists/persister.ts').catch(() => undefined);
  const signedIn = await import('./signed-in.tsx');
  await signedIn.prepare();
  return signedIn;
}
