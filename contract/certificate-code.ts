// The code of a certificate's QR: its number, and the check code behind a dot. Without a schema,
// for screens that read it.

export const certificates = {
  name: 'certificates',
  path: '/certificates',
  read: 'certificates:read',
  write: 'certificates:write',
} as const;

const CODE = /^([A-Z]{2,4}-CE\d\d-\d{6,})(?:[\s.·:/-]+([0-9A-F]{4})\s?([0-9A-F]{4}))?$/;

/**
 * Reads what was scanned or typed; a number may come without its check code, and anything else is
 * taken as a number.
 */
export function parseCertificateCode(text: string): { number: string; check: string } {
  const plain = text.trim().toUpperCase();
  const [, number = plain, first = '', second = ''] = CODE.exec(plain) ?? [];
  return { number, check: `${first}${second}`.toLowerCase() };
}
