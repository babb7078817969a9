import { foldSigns } from './normalise.ts';

// The code of a certificate's QR: its number, a dot and the check code. It has no schema, for
// screens that read it.

export const certificates = {
  name: 'certificates',
  path: '/certificates',
  read: 'certificates:read',
  write: 'certificates:write',
} as const;

const CODE = /^([A-Z]{2,4}-CE\d\d-\d{6,})(?:[\s.·:/-]+([0-9A-F]{4})\s?([0-9A-F]{4}))?$/;

/**
 * Reads a scanned or typed code; a number may come without its check code, and any other text is
 * taken as a number.
 */
export function parseCertificateCode(text: string): { number: string; check: string } {
  const plain = foldSigns(text).toUpperCase();
  const [, number = plain, first = '', second = ''] = CODE.exec(plain) ?? [];
  return { number, check: `${first}${second}`.toLowerCase() };
}
