import * as z from 'zod/mini';

// A write names its signature. A file of its own, so that a screen that writes does not load the
// schemas of every act that can be signed.

/** The signature of a write, if there is one. */
export const approvalToken = z._default(
  z.nullable(z.string().check(z.minLength(1), z.maxLength(200))),
  null,
);

/** Figures of a signed act that may be smaller when the signature is used, never larger. */
export const ceilings = ['quantity', 'discountLAK', 'waiting', 'cashLAK'] as const;
export type Ceiling = (typeof ceilings)[number];

/** A figure that is larger than what was signed, with the name of the signer. */
export const beyondSignature = z.object({
  signedBy: z.string(),
  figure: z.enum(ceilings),
  signed: z.int(),
  wanted: z.int(),
});
export type BeyondSignature = z.output<typeof beyondSignature>;
