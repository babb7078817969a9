import * as z from 'zod/mini';
import { deliveriesList } from './deliveries-list.ts';
import { id, optionalText, timestamp, text } from '#contract/fields.ts';
import { cost, quantity } from './products.ts';
import { resource } from '#contract/resource.ts';

export const MAX_DELIVERY_LINES = 200;

/**
 * The delivered pieces of one product; their cost becomes that of the product. Without a cost the
 * last one stays.
 */
export const deliveryLine = z.object({
  productId: id,
  quantity,
  cost: z._default(z.nullable(cost), null),
});

/** POST `/deliveries`: the goods are in stock once it is answered. */
export const deliveryInput = z.object({
  branchId: id,
  supplier: text(80),
  /** The number of the supplier's document, and a note. */
  supplierNote: optionalText(200),
  lines: z
    .array(deliveryLine)
    .check(z.minLength(1, { error: 'required' }), z.maxLength(MAX_DELIVERY_LINES)),
});

export const delivery = z.extend(deliveryInput, {
  _id: id,
  /** `VTE-D26-000012`. */
  number: z.string(),
  lines: z.array(z.extend(deliveryLine, { costLAK: z.nullable(z.int()) })),
  receivedBy: z.string(),
  receivedAt: timestamp,
  /** Set if a delivery that was recorded by mistake was taken back as a whole. */
  takenBackAt: z.nullable(timestamp),
  takenBackBy: z.string(),
  takenBackReason: z.string(),
});

export const deliveries = resource(deliveriesList, { row: delivery, input: deliveryInput });
export const deliveriesQuery = z.extend(deliveries.query, { branchId: z.optional(id) });

/**
 * POST `/deliveries/{id}/take-back`: adds negative rows for all lines; refused if the stock of a
 * product is no longer sufficient.
 */
export const takeBack = z.object({ reason: text(200) });

export type Delivery = z.output<typeof delivery>;
export type DeliveryInput = z.output<typeof deliveryInput>;
export type DeliveryLine = z.output<typeof deliveryLine>;
