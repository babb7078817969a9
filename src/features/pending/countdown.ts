const SECOND_MS = 1000;
/** From here on a hold ends soon. */
export const SOON_MS = 3_600_000;

/** What is left until then: `0:18:04`, hours as many as there are. */
export function countdown(leftMs: number): string {
  const left = Math.max(0, Math.floor(leftMs / SECOND_MS));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
}
