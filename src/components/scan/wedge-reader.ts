/** The longest time between two keys of a scanner; people are slower. */
const MAX_GAP_MS = 100;
const MIN_LENGTH = 3;
const ENDS: ReadonlySet<string> = new Set(['Enter', 'NumpadEnter', 'Tab']);

/** A keystroke as the browser reports it. */
export type Keystroke = Pick<
  KeyboardEvent,
  'code' | 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'timeStamp'
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
  NumpadDecimal: '..',
  NumpadSubtract: '--',
  NumpadAdd: '++',
  NumpadMultiply: '**',
  NumpadDivide: '//',
};

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
  if (code === '') return /^[\x21-\x7e]$/.test(key) ? key : undefined;
  return signs[code]?.[shiftKey ? 1 : 0];
}

/**
 * The meaning of a key: the possible start of a code, more of one, the end of a code, or none of
 * these.
 */
export type Reading = { kind: 'first' | 'more' | 'none' } | { kind: 'code'; code: string };

const NONE: Reading = { kind: 'none' };

/**
 * Distinguishes a scanner from a person: at most 100 ms between keys, at least 3 of them, then
 * Enter or Tab.
 */
export function wedgeReader(): (key: Keystroke) => Reading {
  let read = '';
  let lastAt = Number.NEGATIVE_INFINITY;
  return (keystroke) => {
    // Shift precedes a capital and is no character of the code.
    if (keystroke.key === 'Shift') return { kind: 'more' };
    const isPrompt = keystroke.timeStamp - lastAt <= MAX_GAP_MS;
    const before = isPrompt ? read : '';
    read = '';
    lastAt = keystroke.timeStamp;
    if (keystroke.ctrlKey || keystroke.altKey || keystroke.metaKey || keystroke.repeat) return NONE;
    if (ENDS.has(keystroke.code) || ENDS.has(keystroke.key))
      return before.length >= MIN_LENGTH ? { kind: 'code', code: before } : NONE;
    const char = charOf(keystroke);
    if (char === undefined) return NONE;
    read = before + char;
    return { kind: before === '' ? 'first' : 'more' };
  };
}
