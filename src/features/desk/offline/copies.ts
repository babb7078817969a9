import type { DeskClasses, DeskLookupRow, DeskRules } from '#contract/desk.ts';
import { recordCopy } from '#src/offline/lists/cached-record.ts';

// What the device keeps of one branch, so that its desk can go on while the server does not answer.
// Another branch takes its place.

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
