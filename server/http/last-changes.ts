import { seatEvents } from '#contract/centre/seat-events.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';

/** Events without data: they tell the desks of a branch to fetch these again. */
export const oldOfBranch = [
  seatEvents.weeks,
  seatEvents.students,
  seatEvents.work,
  seatEvents.rates,
] as const;

const ANY = '';

/**
 * The last change of each kind in each branch, by the database's clock: moments as `seat-events.ts`
 * has them.
 */
export class LastChanges<Kind extends string> {
  #since: string | undefined;
  readonly #at = new Map<string, string>();

  /** From `now` on every change is received; does nothing if that was so before. */
  heardFrom(now: string): void {
    this.#since ??= now;
  }

  /** Changes until `now` may have been missed. */
  missed(now: string): void {
    this.#since = now;
  }

  note(kind: Kind, branches: Iterable<string>, now: string): void {
    for (const branch of [...branches, ANY]) this.#at.set(`${kind} ${branch}`, now);
  }

  /**
   * True if somebody who knew everything at `moment` may have missed a change that concerns them.
   */
  isAfter(
    moment: string,
    kind: Kind,
    { role, branchId }: Pick<SignedInUser, 'role' | 'branchId'>,
  ): boolean {
    const at = this.#at.get(`${kind} ${seesAllBranches(role) ? ANY : branchId}`);
    return this.#since === undefined || moment < this.#since || (at !== undefined && moment <= at);
  }
}
