import * as z from 'zod/mini';
import { discountRulesList } from './discount-rules-list.ts';
import { discountKinds, discountedLines } from './discounts.ts';
import { amount, id, name, optionalDate, timestamp, version } from '#contract/fields.ts';
import { resource } from '#contract/resource.ts';

type Value = { percent: number | null; amountLAK: number | null };
const hasOneValue = ({ percent, amountLAK }: Value) => (percent === null) !== (amountLAK === null);

/** A percentage of each line, or a sum in kip once for each child. */
export const discountRuleInput = z
  .object({
    nameEn: name,
    nameLo: name,
    kind: z.enum(discountKinds),
    on: z.enum(discountedLines),
    percent: z._default(z.nullable(z.int().check(z.gte(1), z.lte(100))), null),
    amountLAK: z._default(
      z.nullable(amount.check(z.refine((kip) => kip > 0, { error: 'positive' }))),
      null,
    ),
    /** The last day on which an order may be confirmed by it; an early rule has one. */
    until: optionalDate,
    /** True if it is given on top of the best rule. */
    addsUp: z._default(z.boolean(), false),
    active: z._default(z.boolean(), true),
  })
  .check(
    z.refine(hasOneValue, { path: ['percent'], error: 'oneOfBoth' }),
    z.refine(({ kind, until }) => kind !== 'early' || until !== null, {
      path: ['until'],
      error: 'required',
    }),
  );

export const discountRuleRow = z.extend(discountRuleInput, {
  _id: id,
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const discountRules = resource(discountRulesList, {
  row: discountRuleRow,
  input: discountRuleInput,
});

export type DiscountRuleRow = z.output<typeof discountRuleRow>;
export type DiscountRuleInput = z.output<typeof discountRuleInput>;
