/** Outside of boxes nobody types, so slow scanners and short codes count too. */
export const OUTSIDE = { gap: 100, end: 100, least: 3 };
/**
 * In a box only a scanner is this fast. A busy machine may hold a key up, so one gap in
 * `late.every` signs may be as long as `late.gap`.
 */
const IN_BOX = { gap: 30, end: 60, least: 6, late: { gap: 50, every: 8 } };

/** In a box, keys as fast as these are a scan also without a key that ends them. */
const FAST = { gap: 12, least: 8 };

/** A slow scanner may end a code after it was taken without its end. */
const LATE_END_MS = 500;

const ENDS: ReadonlySet<string> = new Set(['Enter', 'NumpadEnter', 'Tab']);

/** A keystroke as the browser reports it. */
export type Keystroke = Pick<
  KeyboardEvent,
  | 'code'
  | 'key'
  | 'shiftKey'
  | 'ctrlKey'
  | 'altKey'
  | 'metaKey'
  | 'repeat'
  | 'isComposing'
  | 'timeStamp'
>;

const DIGITS_SHIFTED = ')!@#$%^&*(';

/** Characters by key position, without and with Shift. Scanners type as on an American keyboard. */
const signs: Record<string, string> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
  NumpadDecimal: '..',
  NumpadSubtract: '--',
  NumpadAdd: '++',
  NumpadMultiply: '**',
  NumpadDivide: '//',
};

const OTHER_DIGITS = '໐໑໒໓໔໕໖໗໘໙๐๑๒๓๔๕๖๗๘๙';

/** Reads a Lao or Thai digit, which some keyboards send without a position. */
function plainDigit(key: string): string | undefined {
  const at = key === '' ? -1 : OTHER_DIGITS.indexOf(key);
  return at === -1 ? undefined : String(at % 10);
}

/**
 * The character that a scanner meant. The keyboard layout is ignored, because a Lao one has no
 * digits.
 */
function charOf({ code, key, shiftKey }: Keystroke): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined)
    return shiftKey && code.startsWith('Digit') ? DIGITS_SHIFTED[Number(digit)] : digit;
  // On Android some scanners send keys without a position.
  if (code === '') return /^[\x20-\x7e]$/.test(key) ? key : plainDigit(key);
  return signs[code]?.[shiftKey ? 1 : 0];
}

/**
 * The meaning of a key: the possible start of a code, more of one, more of one after a gap that
 * only few keys may have, the end of a code, a second end of the same code, or none of these.
 * `from` is the part of the burst with which the code begins: 0, or the number of the `late` key
 * before it.
 */
export type KeyReading =
  | { kind: 'first' | 'more' | 'late' | 'ended' | 'none' }
  | { kind: 'code'; code: string; from: number };

/**
 * Keys without a long gap between them. `gap` is the one before the first of them, `widest` the
 * longest between two of them.
 */
type Part = { read: string; gap: number; widest: number; isInBox: boolean };
type Code = { code: string; from: number };

const NONE: KeyReading = { kind: 'none' };

const textOf = (parts: readonly Part[]) =>
  parts
    .map(({ read }) => read)
    .join('')
    .trim();

function isScan(parts: readonly Part[]): boolean {
  const { length } = textOf(parts);
  if (!parts.some(({ isInBox }) => isInBox)) return length >= OUTSIDE.least;
  const late = parts.slice(1);
  return (
    length >= IN_BOX.least &&
    late.length <= length / IN_BOX.late.every &&
    late.every(({ gap }) => gap <= IN_BOX.late.gap)
  );
}

/** The last keys, if nobody types as fast. A text with spaces may come from a program. */
function fastCode(parts: readonly Part[]): Code | undefined {
  const { read = '', widest = 0 } = parts.at(-1) ?? {};
  const isFast = read.length >= FAST.least && widest <= FAST.gap && !read.includes(' ');
  return isFast ? { code: read, from: parts.length - 1 } : undefined;
}

/** The longest scan at the end of the burst; keys before it were typed. */
function codeAtEnd(parts: readonly Part[], endGap: number): Code | undefined {
  const isInBox = parts.some((part) => part.isInBox);
  if (endGap > OUTSIDE.end) return undefined;
  if (isInBox && endGap > IN_BOX.end) return fastCode(parts);
  const from = parts.findIndex((_part, at) => isScan(parts.slice(at)));
  return from === -1 ? undefined : { code: textOf(parts.slice(from)), from };
}

/**
 * Keys that nothing ended. `isSure` says that only a scanner is as fast; `from` is the part of the
 * burst with which keys in a box begin.
 */
export type Unended = { code: string; isSure: boolean; from?: number };

type WedgeReader = {
  (key: Keystroke, isInBox?: boolean): KeyReading;
  /** The keys that would be a code if a key had ended them; forgets them. */
  unended: () => Unended | undefined;
};

/**
 * Distinguishes a scanner from a person by the times of the keys: docs/interface.md, "Scanners".
 * The browser notes these times before the page hears of the keys, so a busy page changes none.
 * `isInBox` says whether the key is typed into a box.
 */
export function wedgeReader(): WedgeReader {
  let parts: Part[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  /** Until then a key that ends codes belongs to the last one. */
  let endsUntil = Number.NEGATIVE_INFINITY;
  /** The gap before a Shift, which precedes a capital and is no character of the code. */
  let shiftGap = 0;

  const end = (whole: readonly Part[], at: number, gap: number): KeyReading => {
    // Some scanners end a code with both Enter and Tab, or with Enter twice.
    if (whole.length === 0) return at <= endsUntil ? { kind: 'ended' } : NONE;
    const found = codeAtEnd(whole, gap);
    if (!found) return NONE;
    endsUntil = at + IN_BOX.end;
    return { kind: 'code', ...found };
  };

  const take = (keystroke: Keystroke, isInBox = false): KeyReading => {
    const { ctrlKey, altKey, metaKey, repeat, isComposing, key, code, timeStamp } = keystroke;
    const gap = timeStamp - lastAt;
    const isNew = parts.length === 0 || gap > (isInBox ? IN_BOX.late : OUTSIDE).gap;
    if (key === 'Shift') {
      if (repeat || isNew) return { kind: 'more' };
      shiftGap = Math.max(shiftGap, gap);
      lastAt = timeStamp;
      return { kind: 'more' };
    }
    const whole = parts;
    const widest = Math.max(shiftGap, gap);
    parts = [];
    shiftGap = 0;
    lastAt = timeStamp;
    if (ctrlKey || altKey || metaKey || repeat || isComposing || key === 'Process') return NONE;
    if (ENDS.has(code) || ENDS.has(key)) return end(whole, timeStamp, gap);
    const read = charOf(keystroke);
    if (read === undefined) return NONE;
    const last = whole.at(-1);
    if (isNew || last === undefined) {
      parts = [{ read, gap: widest, widest: 0, isInBox }];
      return { kind: 'first' };
    }
    if (widest > IN_BOX.gap) {
      parts = [...whole, { read, gap: widest, widest: 0, isInBox }];
      return { kind: 'late' };
    }
    const more = {
      read: last.read + read,
      gap: last.gap,
      widest: Math.max(last.widest, widest),
      isInBox: last.isInBox || isInBox,
    };
    parts = [...whole.slice(0, -1), more];
    return { kind: 'more' };
  };

  return Object.assign(take, {
    unended: () => {
      const whole = parts;
      const isInBox = whole.some((part) => part.isInBox);
      const fast = isInBox ? fastCode(whole) : undefined;
      if (isInBox ? !fast : !isScan(whole)) return undefined;
      parts = [];
      endsUntil = lastAt + LATE_END_MS;
      if (fast) return { ...fast, isSure: true };
      const isSure = isScan(whole.map((part) => ({ ...part, isInBox: true })));
      return { code: textOf(whole), isSure };
    },
  });
}
