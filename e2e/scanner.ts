import type { CDPSession, Page } from '@playwright/test';

type KeyboardLayout = 'us' | 'lao';
type Timing = {
  /** The time from key to key, in ms. */
  gap?: number;
  /** The time before the key that ends the code. */
  end?: number;
  /** A key that comes later than the others: its place in the code, and the time before it. */
  late?: { at: number; gap: number };
  endKey?: 'Enter' | 'Tab' | 'none';
  layout?: KeyboardLayout;
};

/** The letters that the digit keys of a Lao keyboard write. */
const LAO_DIGITS = 'ຂຢຟໂຖຸູຄຕຈ';
const OTHER_KEYS: Record<string, string> = { '-': 'Minus', '.': 'Period', '/': 'Slash' };
const ENDS = { Enter: { keyCode: 13, text: '\r' }, Tab: { keyCode: 9, text: '\t' } } as const;
const SHIFT = 8;

function keyOf(sign: string, layout: KeyboardLayout) {
  const isDigit = /\d/.test(sign);
  const isLetter = /[a-z]/i.test(sign);
  const code = isDigit
    ? `Digit${sign}`
    : isLetter
      ? `Key${sign.toUpperCase()}`
      : (OTHER_KEYS[sign] ?? '');
  // On a Lao keyboard every letter key writes a Lao letter too; which one does not matter here.
  const text = layout === 'us' ? sign : isDigit ? (LAO_DIGITS[Number(sign)] ?? '') : 'ກ';
  return {
    code,
    key: text,
    text,
    windowsVirtualKeyCode: isDigit || isLetter ? (sign.toUpperCase().codePointAt(0) ?? 0) : 0,
    modifiers: /[A-Z]/.test(sign) ? SHIFT : 0,
  };
}

/** Waits until the page listens for scanners, which follows its first screen. */
export const scannersHeard = (page: Page) =>
  page.locator('html[data-scanner]').waitFor({ state: 'attached' });

const sessions = new WeakMap<Page, CDPSession>();

async function devtools(page: Page): Promise<CDPSession> {
  const known = sessions.get(page);
  const session = known ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}

/**
 * Types a code like a scanner into the focused element. The browser gets real keys; their times are
 * given, because a busy machine leaves longer gaps than a scanner does. All keys are sent before
 * the first is answered, as a scanner does not wait for the page either.
 */
export async function scanKeys(
  page: Page,
  code: string,
  { gap = 5, end = gap, late, endKey = 'Enter', layout = 'us' }: Timing = {},
): Promise<void> {
  await scannersHeard(page);
  const session = await devtools(page);
  const sent: Promise<unknown>[] = [];
  let at = Date.now() / 1000;
  const press = (key: ReturnType<typeof keyOf>) => {
    const timestamp = at;
    const { text: _text, ...up } = key;
    sent.push(
      session.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...up }),
    );
  };
  for (const [index, sign] of Array.from(code).entries()) {
    if (index > 0) at += (index === late?.at ? late.gap : gap) / 1000;
    press(keyOf(sign, layout));
  }
  if (endKey !== 'none') {
    at += end / 1000;
    const { keyCode, text } = ENDS[endKey];
    press({
      code: endKey,
      key: endKey,
      text: endKey === 'Tab' ? '' : text,
      windowsVirtualKeyCode: keyCode,
      modifiers: 0,
    });
  }
  await Promise.all(sent);
}
