import type { DeskClasses, DeskLookupRow, DeskRules } from '#contract/desk/desk.ts';
import { recordCopy } from '#src/offline/lists/cached-record.ts';

// Copies of one branch on the device, so that its desk can go on while the server does not answer.
// The copies of another branch replace them.

const ONE_BRANCH = { mostKept: 1 } as const;
const of = (name: string, branchId: string, query = '') => ({
  ...recordCopy(`desk-${name}/${branchId}`, `/desk/${name}?branchId=${branchId}${query}`),
  ...ONE_BRANCH,
});

/** Rows of `DeskLookupRow`, at most 5,000. */
export const peopleCopy = (branchId: string) => of('lookup', branchId);
/** One record of `DeskClasses`. */
export const classesCopy = (branchId: string) => of('classes', branchId, '&copy=true');
/** One record of `DeskRules`. */
export const rulesCopy = (branchId: string) => of('rules', branchId);

export type Copied = { people: DeskLookupRow; classes: DeskClasses; rules: DeskRules };
