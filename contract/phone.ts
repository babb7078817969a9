/**
 * Numbers inside Laos after +856: mobile 20 + 8 digits, 30 + 7 digits, landline area (2 digits) +
 * 6.
 */
const LAO_NATIONAL = /^(20\d{8}|30\d{7}|[2-8]1\d{6})$/;
const INTERNATIONAL = /^\+[1-9]\d{7,14}$/;

/**
 * The E.164 form of a phone number as people write it in Laos (`020 5551 2345`, `20…`, `856…`,
 * `+856…`, `+66 81 234 5670`), or `undefined` if it is none. See docs/domain.md, "Phone numbers".
 */
export function toE164(written: string): string | undefined {
  const compact = written.replace(/[\s().\u2013-]/g, '').replace(/^00/, '+');
  const national = compact.replace(/^(\+?856|0)/, '');
  if (LAO_NATIONAL.test(national) && !/^\+(?!856)/.test(compact)) return `+856${national}`;
  return INTERNATIONAL.test(compact) && !compact.startsWith('+856') ? compact : undefined;
}

/** The usual written form: Lao numbers as they are dialled in Laos, all others as stored. */
export function formatPhone(e164: string): string {
  const [, area = '', head = '', tail = ''] =
    /^\+856(20|30|\d{2})(\d{3,4})(\d{3,4})$/.exec(e164) ?? [];
  return area ? `0${area} ${head} ${tail}` : e164;
}
