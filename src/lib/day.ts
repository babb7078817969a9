const ISO = /^(\d{4})-(\d\d)-(\d\d)$/;
const TYPED = /^(\d{1,2})[/.\s-](\d{1,2})[/.\s-](\d{4})$|^(\d\d)(\d\d)(\d{4})$/;

/** `2026-11-21` as `21/11/2026`; anything else as it is, and no day as nothing. */
export function showDay(day: string | null): string {
  return (day ?? '').replace(ISO, '$3/$2/$1');
}

/** A day as people type it (`9/3/2015`, `09032015`) as `2015-03-09`; what is none (yet) as it was typed; nothing as null. */
export function dayAsTyped(text: string): string | null {
  if (text === '') return null;
  const [, ...parts] = TYPED.exec(text.trim()) ?? [];
  const [day = '', month = '', year = ''] = parts.filter((part) => part !== undefined);
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // 31/02 would be a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : text;
}
