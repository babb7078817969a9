import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import { PAGE_HEADING } from './demo-accounts.ts';
import { DENSITY, MOST_BYTES } from './manual-pictures.ts';
import type { Scene, Shot, Stage } from './manual-scenes/scene.ts';
import { wordsOf } from './manual-words.ts';

const SIZE = { width: 1024, height: 900 };
const MARGIN = 8;
const QUALITIES = [85, 75, 65, 50, 40];
/** A page that looks the same for so long has loaded. */
const STILL_MS = 400;
const STILL_LIMIT_MS = 20_000;

const stillStyle = `*, *::before, *::after {
  animation: none !important; transition: none !important; caret-color: transparent !important;
}
.Toastify { display: none }`;

function stageOf(page: Page, language: Language): Stage {
  const t = wordsOf(language);
  const front = page.locator('dialog[open]').or(page.locator('body:not(:has(dialog[open]))'));
  return {
    page,
    language,
    t,
    button: (key) => front.last().getByRole('button', { name: t(key), exact: true }),
    field: (key, values) => front.last().getByLabel(t(key, values), { exact: true }),
  };
}

/** The room around parts of the page, inside the window. */
async function roomOf(page: Page, { of, height, margin = MARGIN }: Shot) {
  const boxes = [];
  for (const part of of) {
    await part.waitFor();
    const box = await part.boundingBox();
    if (box) boxes.push(box);
  }
  const window = page.viewportSize() ?? SIZE;
  const left = Math.max(0, Math.min(...boxes.map(({ x }) => x)) - margin);
  const top = Math.max(0, Math.min(...boxes.map(({ y }) => y)) - margin);
  const right = Math.min(window.width, Math.max(...boxes.map((box) => box.x + box.width)) + margin);
  const bottom = Math.min(
    ...[window.height, Math.max(...boxes.map((box) => box.y + box.height)) + margin],
    ...(height === undefined ? [] : [top + height]),
  );
  const [x, y] = [Math.floor(left), Math.floor(top)];
  return { x, y, width: Math.ceil(right) - x, height: Math.ceil(bottom) - y, scale: 1 };
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
  page.setDefaultTimeout(10_000);
  await page.clock.setFixedTime(moment);
  return page;
}

/** Plays a scene and takes its picture. */
export async function takePicture(scene: Scene, where: Where): Promise<Buffer> {
  const { origin, language, signedIn } = where;
  const { width = SIZE.width, height = SIZE.height } = scene;
  const page = await openWindow(where, {
    viewport: { width, height },
    ...(signedIn && { storageState: signedIn }),
  });
  try {
    await page.goto(
      `${origin}${scene.path}${scene.path.includes('?') ? '&' : '?'}lng=${language}`,
    );
    await page.locator(PAGE_HEADING).waitFor();
    return await shoot(page, await scene.play(stageOf(page, language)));
  } catch (error) {
    throw new Error(`${scene.text} in ${language} cannot be drawn`, { cause: error });
  } finally {
    await page.context().close();
  }
}
