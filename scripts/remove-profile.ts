import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const TRIES = 20;

/**
 * Removes the profile of a browser that has ended. Its last child processes may write for a moment
 * longer, and `rm` does not look into a folder again that it has emptied, so the whole is tried
 * again. What is left after 5 s stays in the system's temporary folder and is named: it is no
 * reason to fail the work that was done with it.
 */
export async function removeProfile(profile: string): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      await rm(profile, { recursive: true, force: true });
      return;
    } catch {
      await pause(250);
    }
  }
  console.warn(`The profile ${profile} could not be removed.`);
}
