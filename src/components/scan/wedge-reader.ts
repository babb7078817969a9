type Rule = {
  /** The longest time between two keys. */
  gap: number;
  /** The longest time before the key that ends the code. */
  end: number;
  least: number;
};

/** Outside of boxes nobody types, so slow scanners and short codes count too. */
export const OUTSIDE: Rule = { gap: 100, end: 100, least: 3 };
/** In a box only a scanner is this fast. */
const IN_BOX: Rule = { gap: 30, end: 60, least: 6 };

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
 * The meaning of a key: the possible start of a code, more of one, the end of a code, a second end
 * of the same code, or none of these.
 */
export type Reading =
  { kind: 'first' | 'more' | 'ended' | 'none' } | { kind: 'code'; code: string };

type Burst = { read: string; widest: number; isInBox: boolean };

const NONE: Reading = { kind: 'none' };
const nothing: Burst = { read: '', widest: 0, isInBox: false };

function isCode({ read, widest, isInBox }: Burst, endGap: number): boolean {
  const rule = isInBox ? IN_BOX : OUTSIDE;
  return read.trim().length >= rule.least && widest <= rule.gap && endGap <= rule.end;
}

/**
 * Distinguishes a scanner from a person by the times of the keys: docs/interface.md, "Scanners".
 * `isInBox` says whether the key is typed into a box.
 */
export function wedgeReader(): (key: Keystroke, isInBox?: boolean) => Reading {
  let burst = nothing;
  let lastAt = Number.NEGATIVE_INFINITY;
  let codeAt = Number.NEGATIVE_INFINITY;
  return (keystroke, isInBox = false) => {
    const gap = keystroke.timeStamp - lastAt;
    const before = gap <= (isInBox ? IN_BOX : OUTSIDE).gap ? burst : nothing;
    // Shift precedes a capital and is no character of the code.
    if (keystroke.key === 'Shift') {
      if (keystroke.repeat || before.read === '') return { kind: 'more' };
      burst = { ...before, widest: Math.max(before.widest, gap) };
      lastAt = keystroke.timeStamp;
      return { kind: 'more' };
    }
    const whole = burst;
    burst = nothing;
    lastAt = keystroke.timeStamp;
    const { ctrlKey, altKey, metaKey, repeat, isComposing, key } = keystroke;
    if (ctrlKey || altKey || metaKey || repeat || isComposing || key === 'Process') return NONE;
    if (ENDS.has(keystroke.code) || ENDS.has(keystroke.key)) {
      // Some scanners end a code with both Enter and Tab, or with Enter twice.
      if (whole.read === '')
        return keystroke.timeStamp - codeAt <= IN_BOX.end ? { kind: 'ended' } : NONE;
      if (!isCode({ ...whole, isInBox: whole.isInBox || isInBox }, gap)) return NONE;
      codeAt = keystroke.timeStamp;
      return { kind: 'code', code: whole.read.trim() };
    }
    const char = charOf(keystroke);
    if (char === undefined) return NONE;
    burst = {
      read: before.read + char,
      widest: before.read === '' ? 0 : Math.max(before.widest, gap),
      isInBox: before.isInBox || isInBox,
    };
    return { kind: before.read === '' ? 'first' : 'more' };
  };
}
