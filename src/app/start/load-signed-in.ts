/**
 * Fetches the frame around the pages of a signed-in person, also ahead of time. Restores their
 * lists from the device as soon as somebody is signed in.
 */
export async function loadSignedIn() {
  const signedIn = await import('./signed-in.tsx');
  await signedIn.prepare();
  return signedIn;
}
