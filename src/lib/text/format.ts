// People compare the same figure on two screens and on paper, so numbers and dates look alike in
// both languages; the `lo` locale would print 1.234.568. The time is Vientiane's, whatever the
// device's zone.
export const TIME_ZONE = 'Asia/Vientiane';
const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const dateParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});
const timeParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The minus sign is as wide as a plus and a digit; a hyphen is narrower. */
export const MINUS = '\u2212';

/** `1,234,568`, `−1,234,568`. */
export function formatNumber(value: number): string {
  return wholeNumber.format(value).replace('-', MINUS);
}

/**
 * A decimal string with thousands separators; decimals are kept, and padded to at least two if
 * there are any: `668.5` → `668.50`.
 */
export function formatRate(rate: string): string {
  const [whole = '0', decimals = ''] = rate.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals ? `${grouped}.${decimals.padEnd(2, '0')}` : grouped;
}

/**
 * `21/11/2026`, in Vientiane. A day without a time needs no time zone, which makes it fast for the
 * cells of a list.
 */
export function formatDate(timestamp: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(timestamp) ?? [];
  if (day) return `${day}/${month}/${year}`;
  return dateParts.format(new Date(timestamp));
}

/** `14:30`, in Vientiane. */
export function formatTime(timestamp: string): string {
  return timeParts.format(new Date(timestamp));
}

/** `21/11/2026 14:30`, in Vientiane, which never breaks. */
export function formatDateTime(timestamp: string): string {
  return `${formatDate(timestamp)}\u00a0${formatTime(timestamp)}`;
}

/** `640 B`, `12 kB`, `3.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${formatNumber(bytes / 1000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/**
 * `21/11 10:36`, which never breaks; for places that show the year elsewhere, or the current year.
 */
export const shortMoment = (at: string): string =>
  `${formatDate(at).slice(0, 5)}\u00a0${formatTime(at)}`;

/** The check code in two halves, for reading aloud. */
export const checkText = (check: string) => `${check.slice(0, 4)} ${check.slice(4)}`;
