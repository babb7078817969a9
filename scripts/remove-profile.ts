import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const TRIES = 20;

/**
 * Removes the profile of a browser that has ended. Its last child processes may write for a moment
 * longer, and `rm` does not look again into a folder that it has emptied, so the removal is tried
 * again as a whole. Files left after 5 s stay in the system's temporary folder and are reported:
 * they are no reason to fail the work that was done.
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
