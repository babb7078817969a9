import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';

/**
 * The accepted picture types, decided by content, not by name. SVG can carry scripts and is
 * refused.
 */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const MAX_FILE_BYTES = 500_000;
/** Longest side in pixels, so that a small file cannot unpack into a huge picture. */
export const MAX_IMAGE_SIDE = 4096;

/**
 * The purpose of a picture decides who may see it: the centre's pictures, a person's photo, or the
 * slip of a bank payment.
 */
export const filePurposes = ['centre', 'photo', 'slip'] as const;
export type FilePurpose = (typeof filePurposes)[number];

/**
 * POST `/files?for=photo`: the people of a branch see its photos and slips; everybody sees pictures
 * of the centre.
 */
export const fileQuery = z.object({
  for: z._default(z.enum(filePurposes), 'centre'),
  branchId: z.optional(id),
});

/** The answer of POST `/files`, whose body is the picture itself. GET `/files/{id}` returns it. */
export const storedFile = z.object({
  _id: id,
  type: z.enum(imageTypes),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
});
export type StoredFile = z.output<typeof storedFile>;
