/** Fetches all that a signed-in person needs around a page; asked for early, it is there when it is wanted. */
export const loadSignedIn = () => import('./signed-in.tsx');
