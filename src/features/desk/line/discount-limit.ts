import { discountLimit } from '#contract/roles.ts';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { useGrant } from '#src/lib/session/use-can.ts';

/** The largest discount by hand of this person at this desk: that of the set, or of the branch. */
export const useDiscountLimit = (visit: Pick<Visit, 'rules'>) =>
  discountLimit(useGrant(), visit.rules.data?.discountLimitPercent ?? 0);
