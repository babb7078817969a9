/**
 * The place of the button that a key of a toolbar leads to, of `count` in a line: arrows go round,
 * and follow the direction of writing. Other keys lead nowhere.
 */
export function nextStop(
  key: string,
  at: number,
  count: number,
  isRtl: boolean,
): number | undefined {
  const forwards = (at + 1) % count;
  const backwards = (at - 1 + count) % count;
  switch (key) {
    case 'ArrowRight':
      return isRtl ? backwards : forwards;
    case 'ArrowLeft':
      return isRtl ? forwards : backwards;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
