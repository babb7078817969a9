import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import type { Scene, Shot, Stage } from '#scripts/manual-scenes/scene.ts';
import { PAGE_HEADING } from './demo-accounts.ts';
import { DENSITY, MOST_BYTES } from './manual-pictures.ts';
import { shownWords, wordsOf } from './manual-words.ts';

const SIZE = { width: 1024, height: 900 };
/** The room below the part that ends a picture. */
const END = 12;
const QUALITIES = [85, 75, 65, 50, 40];
/** A page that looks the same for so long has loaded. */
const STILL_MS = 400;
/** The lists of the desk are kept after so long at most. */
const KEPT_MS = 5000;
const STILL_LIMIT_MS = 20_000;

// A dialog covers parts of a px at its edges, where the page behind it would be seen.
const stillStyle = `*, *::before, *::after {
  animation: none !important; transition: none !important; caret-color: transparent !important;
}
.Toastify { display: none }
dialog { border-radius: 0 !important }
dialog::backdrop { background: var(--bg-panel) !important }`;

function stageOf(page: Page, language: Language): Stage {
  const t = wordsOf(language);
  const front = page.locator('dialog[open]').or(page.locator('body:not(:has(dialog[open]))'));
  return {
    page,
    language,
    t,
    button: (key) => front.last().getByRole('button', { name: t(key), exact: true }),
    field: (key, values) =>
      front.last().getByRole('textbox', { name: t(key, values), exact: true }),
  };
}

async function boxOf(part: Locator) {
  await part.waitFor();
  const box = await part.boundingBox();
  if (!box) throw new Error('A part of the picture is not shown');
  const { x: left, y: top, width, height } = box;
  return { left, top, right: left + width, bottom: top + height };
}

/** The room around parts of the page, inside the window. */
async function roomOf(page: Page, { of, end, margin = 0 }: Shot) {
  const boxes = await Promise.all(of.map(boxOf));
  const last = end && (await boxOf(end));
  const window = page.viewportSize() ?? SIZE;
  const x = Math.floor(Math.max(0, Math.min(...boxes.map(({ left }) => left)) - margin));
  const y = Math.floor(Math.max(0, Math.min(...boxes.map(({ top }) => top)) - margin));
  const right = Math.max(...boxes.map((box) => box.right)) + margin;
  const bottom = last ? last.bottom + END : Math.max(...boxes.map((box) => box.bottom)) + margin;
  if (bottom > window.height) throw new Error('The window is too low for this picture');
  return {
    x,
    y,
    width: Math.ceil(Math.min(window.width, right)) - x,
    height: Math.ceil(bottom) - y,
    scale: 1,
  };
}

/** The picture of the parts as soon as the page stands still, in the best quality that is small. */
async function shoot(page: Page, shot: Shot): Promise<Buffer> {
  await page.addStyleTag({ content: stillStyle });
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  const session = await page.context().newCDPSession(page);
  const take = async (quality: number) => {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      clip: await roomOf(page, shot),
    });
    return Buffer.from(data, 'base64');
  };
  let last = await take(100);
  for (let waited = 0; ; waited += STILL_MS) {
    if (waited > STILL_LIMIT_MS) throw new Error('The page does not stand still');
    await wait(STILL_MS);
    const next = await take(100);
    if (next.equals(last)) break;
    last = next;
  }
  for (const quality of QUALITIES) {
    const picture = await take(quality);
    if (picture.length <= MOST_BYTES) return picture;
  }
  throw new Error(`The picture is larger than ${MOST_BYTES} bytes; show less`);
}

type Picture = { picture: Buffer; words: readonly string[] };

type Where = {
  browser: Browser;
  origin: string;
  /** When it is, for the browser too. */
  moment: number;
  language: Language;
  signedIn: BrowserContextOptions['storageState'];
};

/** Opens a window as the pictures need it: with the clock of the server and in light colours. */
export async function openWindow(
  { browser, moment }: Pick<Where, 'browser' | 'moment'>,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: SIZE,
    deviceScaleFactor: DENSITY,
    serviceWorkers: 'block',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Vientiane',
    bypassCSP: true,
    ...options,
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(moment);
  return page;
}

/** Waits until the device keeps the app, and the lists that the desk works with. */
async function keep(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await page.locator(PAGE_HEADING).waitFor();
  await page.waitForTimeout(KEPT_MS);
}

/** Plays a scene, takes its picture, and says which names of the screens are in it. */
export async function takePicture(scene: Scene, where: Where): Promise<Picture> {
  const { origin, language, signedIn } = where;
  const { width = SIZE.width, height = SIZE.height } = scene;
  const page = await openWindow(where, {
    viewport: { width, height },
    ...(signedIn && { storageState: signedIn }),
    ...(scene.isKept && { serviceWorkers: 'allow' }),
  });
  try {
    await page.goto(`${origin}${scene.path}${scene.path.includes('?') ? '&' : '?'}lng=${language}`);
    await page.locator(PAGE_HEADING).waitFor();
    if (scene.isKept) await keep(page);
    const stage = stageOf(page, language);
    const shot = await scene.play(stage);
    const picture = await shoot(page, shot);
    const words = await shownWords(page, language, await roomOf(page, shot));
    await scene.after?.(stage);
    return { picture, words };
  } catch (error) {
    throw new Error(`${scene.text} in ${language} cannot be drawn`, { cause: error });
  } finally {
    await page.context().close();
  }
}
