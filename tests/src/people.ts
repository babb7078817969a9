import type { SignedInUser } from '#contract/centre/auth.ts';
import { beginSession } from '#src/lib/session/session.ts';
import { setUser } from '#src/lib/store.ts';

/** A clerk, for tests of what the device does for whoever is signed in. */
export const noy: SignedInUser = {
  _id: 'u1',
  email: 'noy@b.la',
  firstName: 'Noy',
  lastName: 'Keomany',
  role: 'staff',
  profileImage: null,
  branchId: 'b1',
  permissionSet: null,
};

/** Signs in on the device; no server is asked. */
export function signIn(user: SignedInUser): void {
  beginSession(`the token of ${user._id}`, user._id);
  setUser(user);
}
