import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test';
import { screens, type Screen } from '#src/app/routes.tsx';
import { paths } from '#src/lib/paths.ts';
import { browserFlags, browserPath } from './browser-path.ts';
import { PAGE_HEADING, signInToDemo } from './demo-accounts.ts';
import { startDemoServer } from './built-server.ts';
import { quietNetwork } from './quiet-network.ts';

// What a screen costs is what a browser with an empty cache asks for until the screen can be used: no list of chunks
// to keep in step with the code, and nothing to be gained by importing the same thing later.
const KIB = 1024;
const LIMITS = { signIn: 110, shell: 190, furtherRoute: 25, font: 30, everything: 3 * 1024 } as const;

/** Further routes that weigh more than they should; what is here is a debt, and must not grow. */
const DEBTS: Partial<Record<string, number>> = {
  [paths.addStudent]: 32,
  [paths.editStudent]: 32,
  [paths.addParent]: 26,
  [paths.editParent]: 26,
  [paths.addTeacher]: 28,
  [paths.editTeacher]: 28,
  [paths.addStaff]: 26,
  [paths.editStaff]: 26,
  [paths.addClass]: 34,
  [paths.editClass]: 34,
  [paths.addTerm]: 26,
  [paths.editTerm]: 26,
  [paths.addFee]: 27,
  [paths.editFee]: 27,
};

/** What the app brings in by itself once its first screen stands; no further route counts it again. */
const followsFirstScreen = (url: string) => /\/chakra-[^/]+\.js$/.test(url);

/** Pages measured side by side. What is asked for before what does not depend on how fast it comes. */
const AT_ONCE = 4;
/** Work that is put off for this long is meant to come after the first screen, however slow the machine is. */
const PUT_OFF_MS = 1000;

type StorageState = NonNullable<BrowserContextOptions['storageState']>;
type Scripts = Map<string, number>;
type Figure = { what: string; bytes: number; limit: number };
type Marked = { usableAt?: number };
type Marking = { selector: string; putOffMs: number };

/**
 * Notes in the page itself when `selector` is first shown: later, out here, prefetching would already be counted in.
 * Timers for what is put off start only then, so that a slow machine does not count in what comes after.
 */
function markWhenUsable({ selector, putOffMs }: Marking): void {
  const start = window.setTimeout.bind(window);
  const waiting: (() => void)[] = [];
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector)?.checkVisibility() !== true) return;
    (window as Marked).usableAt = performance.now();
    observer.disconnect();
    window.setTimeout = start as typeof window.setTimeout;
    for (const begin of waiting) begin();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  window.setTimeout = ((handler: () => void, delay = 0): number => {
    if (delay < putOffMs) return start(handler, delay);
    waiting.push(() => start(handler, delay));
    return 0;
  }) as typeof window.setTimeout;
}

/** The scripts asked for before `selector` was shown, with the bytes of each as they crossed the wire. */
async function scriptsUntil(
  browser: Browser,
  url: string,
  selector: string,
  storageState?: StorageState,
): Promise<Scripts> {
  const context = await browser.newContext({ serviceWorkers: 'block', ...(storageState && { storageState }) });
  const page = await context.newPage();
  await page.addInitScript(markWhenUsable, { selector, putOffMs: PUT_OFF_MS });
  const isQuiet = quietNetwork(page);
  await page.goto(url);
  await page.locator(selector).first().waitFor();
  await isQuiet();
  const scripts = await page.evaluate(() => {
    const until = (window as Marked).usableAt ?? performance.now();
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return loaded
      .filter(({ name, startTime }) => startTime <= until && new URL(name).pathname.endsWith('.js'))
      .map(({ name, encodedBodySize }): [string, number] => [name, encodedBodySize]);
  });
  await context.close();
  return new Map(scripts);
}

const weight = (scripts: Scripts) => [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);

async function measureScreens(browser: Browser, origin: string): Promise<Figure[]> {
  const signIn = await scriptsUntil(browser, origin + paths.signIn, 'input[type=password]');
  const context = await browser.newContext();
  await signInToDemo(await context.newPage(), origin, 'superadmin');
  const session = await context.storageState();
  await context.close();

  const home = await scriptsUntil(browser, origin + paths.overview, PAGE_HEADING, session);
  const list = await scriptsUntil(browser, origin + paths.schoolBranch, 'main [role=row], main tr', session);
  const figures: Figure[] = [
    { what: paths.signIn, bytes: weight(signIn), limit: LIMITS.signIn },
    { what: paths.overview, bytes: weight(home), limit: LIMITS.shell },
    { what: paths.schoolBranch, bytes: weight(list), limit: LIMITS.shell },
  ];
  const others = screens.filter(({ path, page }) => page !== undefined && path !== paths.schoolBranch);
  const following: Scripts = new Map();
  const measureFurther = async ({ path }: Screen): Promise<Figure> => {
    const scripts = await scriptsUntil(browser, origin + path, PAGE_HEADING, session);
    for (const script of scripts) if (followsFirstScreen(script[0])) following.set(...script);
    const own = new Map([...scripts].filter(([url]) => !home.has(url) && !list.has(url) && !following.has(url)));
    return { what: `${path} (further)`, bytes: weight(own), limit: DEBTS[path] ?? LIMITS.furtherRoute };
  };
  while (others.length > 0) figures.push(...(await Promise.all(others.splice(0, AT_ONCE).map(measureFurther))));
  const whole = Math.max(weight(home), weight(list)) + weight(following);
  return [...figures, { what: 'the larger of both with what follows it', bytes: whole, limit: LIMITS.shell }];
}

function files(): Figure[] {
  const built = readdirSync('dist/client', { recursive: true, encoding: 'utf8' })
    .filter((file) => !/\.(br|gz)$/.test(file))
    .map((file) => ({ file, stat: statSync(join('dist/client', file)) }))
    .filter(({ stat }) => stat.isFile())
    .map(({ file, stat }) => ({ what: file, bytes: stat.size }));
  const fonts = built.filter(({ what }) => what.endsWith('.woff2'));
  return [
    ...fonts.map((font) => ({ ...font, limit: LIMITS.font })),
    { what: 'everything', bytes: built.reduce((sum, { bytes }) => sum + bytes, 0), limit: LIMITS.everything },
  ];
}

const server = await startDemoServer();
const browser = await chromium.launch({ executablePath: browserPath(), args: browserFlags });
const figures = [...(await measureScreens(browser, server.origin)), ...files()];
await browser.close();
await server.stop();

const isOver = ({ bytes, limit }: Figure) => bytes > limit * KIB;
for (const figure of figures) {
  const size = (figure.bytes / KIB).toFixed(1).padStart(7);
  console.log(`${size} of ${String(figure.limit).padStart(4)} KiB  ${figure.what}${isOver(figure) ? '  OVER' : ''}`);
}
process.exitCode = figures.some(isOver) ? 1 : 0;
