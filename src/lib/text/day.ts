const ISO = /^(\d{4})-(\d\d)-(\d\d)$/;

/** `2026-11-21` as `21/11/2026`; other text unchanged, and null as empty text. */
export function showDay(day: string | null): string {
  return (day ?? '').replace(ISO, '$3/$2/$1');
}
