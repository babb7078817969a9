import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
} from '@playwright/test';
import { screens, type Screen } from '#src/app/routing/routes.tsx';
import { paths } from '#src/lib/paths.ts';
import { browserFlags, pageBrowserPath } from './browser-path.ts';
import { precached } from './precached.ts';
import { PAGE_HEADING, signInToDemo } from './demo-accounts.ts';
import { startDemoServer } from './built-server.ts';
import { quietNetwork } from './quiet-network.ts';

// The cost of a screen is everything that a browser with an empty cache requests until the screen
// can be used. So no list of chunks has to follow the code, and a later import of the same thing
// gains nothing. Each script counts in one line only: the first screen, the kit, the checks of
// typed values, the part all forms share, or the route that needs it. `--of=word` also lists the
// scripts of the lines that have the word in their name.
const { values: args } = parseArgs({ options: { of: { type: 'string' } } });
const KIB = 1024;
const LIMITS = {
  signIn: 110,
  firstScreen: 165,
  kit: 4,
  schemas: 12,
  forms: 24,
  route: 12,
  wideRoute: 30,
  desk: 41,
  font: 30,
  precache: 4 * 1024,
} as const;

/** Work screens: a person stays on them for long, and each has parts that no other screen has. */
const wideRoutes: ReadonlySet<string> = new Set([
  paths.newEnrollment,
  paths.addOrder,
  paths.allocateStudents,
  paths.editStudentsToClass,
  paths.allocateTeachers,
  paths.classOverview,
]);

/**
 * The parts of the kit that no list needs. Chakra has no line: a screen that waited for it would
 * exceed its own.
 */
const isKit = (url: string) => /\/kit-[^/]+\.js$/.test(url);

/**
 * The code that checks typed values, with its library. Forms need it, and so do imports.
 */
const isSchemas = (url: string) => /\/schemas-[^/]+\.js$/.test(url);

/**
 * The desk finds, prices and keeps a visit without the network too, so more of it is there from the
 * start.
 */
const deskRoutes: ReadonlySet<string> = new Set([paths.newEnrollment, paths.addOrder]);
const limitOf = (path: string) =>
  deskRoutes.has(path) ? LIMITS.desk : wideRoutes.has(path) ? LIMITS.wideRoute : LIMITS.route;
/**
 * A record's form: a screen where one is added or edited. Boards are edited too, but show no form.
 */
const isForm = ({ path, under }: Screen) =>
  under !== undefined && !wideRoutes.has(path) && /\/(add|edit)-[^/]+$/.test(path);

/**
 * Pages are measured side by side, because the order of their requests does not depend on speed.
 */
const LANES = 4;
/**
 * Work that the app delays for this long is meant to follow the first screen, however slow the
 * machine is.
 */
const PUT_OFF_MS = 1000;

type StorageState = NonNullable<BrowserContextOptions['storageState']>;
type Scripts = Map<string, number>;
type Figure = { what: string; bytes: number; limit: number; scripts?: Scripts };
type Marked = { usableAt?: number };
type Marking = { selector: string; putOffMs: number };

/**
 * Records in the page itself when `selector` is first shown: a check from outside would come later
 * and count prefetching. Timers for delayed work start only then, so that a slow machine does not
 * count later requests.
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
  // A style sheet that arrives may show the selector without changing an element.
  document.addEventListener(
    'load',
    () => document.documentElement.toggleAttribute('data-arrived'),
    true,
  );
  window.setTimeout = ((handler: () => void, delay = 0): number => {
    if (delay < putOffMs) return start(handler, delay);
    waiting.push(() => start(handler, delay));
    return 0;
  }) as typeof window.setTimeout;
}

const newContext = (browser: Browser, storageState?: StorageState) =>
  browser.newContext({ serviceWorkers: 'block', ...(storageState && { storageState }) });

/** The scripts requested before `selector` was shown, each with its bytes on the wire. */
async function scriptsUntil(
  context: BrowserContext,
  url: string,
  selector: string,
): Promise<Scripts> {
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
  await page.close();
  return new Map(scripts);
}

type Loaded = { screen: Screen; scripts: Scripts };

const weight = (scripts: Scripts) => [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
const only = (scripts: Scripts, isCounted: (url: string) => boolean): Scripts =>
  new Map([...scripts].filter(([url]) => isCounted(url)));

/**
 * The scripts that a browser loads for each of `wanted`, a few screens at a time. A lane keeps its
 * cache from screen to screen: a script from the cache is still counted, with the bytes it had on
 * the wire, and costs the machine far less.
 */
async function loadScreens(
  browser: Browser,
  origin: string,
  session: StorageState,
  wanted: readonly Screen[],
): Promise<Loaded[]> {
  const waiting = [...wanted];
  const loaded: Loaded[] = [];
  const runLane = async () => {
    const context = await newContext(browser, session);
    for (let screen = waiting.shift(); screen !== undefined; screen = waiting.shift())
      loaded.push({
        screen,
        scripts: await scriptsUntil(context, origin + screen.path, PAGE_HEADING),
      });
    await context.close();
  };
  await Promise.all(Array.from({ length: LANES }, runLane));
  return wanted.flatMap((screen) => loaded.filter((one) => one.screen === screen));
}

async function measureScreens(browser: Browser, origin: string): Promise<Figure[]> {
  const fresh = async (path: string, selector: string, session?: StorageState) => {
    const context = await newContext(browser, session);
    const scripts = await scriptsUntil(context, origin + path, selector);
    await context.close();
    return scripts;
  };
  const signIn = await fresh(paths.signIn, 'input[type=password]');
  const context = await browser.newContext();
  await signInToDemo(await context.newPage(), origin, 'superadmin');
  const session = await context.storageState();
  await context.close();

  const home = await fresh(paths.overview, PAGE_HEADING, session);
  const list = await fresh(paths.schoolBranch, 'main [role=row], main tr', session);
  const isFirst = (url: string) => home.has(url) || list.has(url);
  const built = screens.filter(
    ({ path, page }) => page !== undefined && path !== paths.schoolBranch,
  );
  const loaded = await loadScreens(browser, origin, session, built);
  const forms = loaded.filter(({ screen }) => isForm(screen));
  const inEveryForm = (url: string) => forms.every(({ scripts }) => scripts.has(url));
  const everything: Scripts = new Map(loaded.flatMap(({ scripts }) => [...scripts]));
  const isShared = (url: string) => isFirst(url) || isKit(url) || isSchemas(url);
  const isOwn = (url: string) => !isShared(url) && !inEveryForm(url);
  const figure = (what: string, limit: number, scripts: Scripts): Figure => ({
    what,
    bytes: weight(scripts),
    limit,
    scripts,
  });
  return [
    figure(paths.signIn, LIMITS.signIn, signIn),
    figure(`${paths.overview} (first screen)`, LIMITS.firstScreen, home),
    figure(`${paths.schoolBranch} (first screen)`, LIMITS.firstScreen, list),
    figure(
      'the kit beyond the lists',
      LIMITS.kit,
      only(everything, (url) => isKit(url) && !isFirst(url)),
    ),
    figure('checks of typed values', LIMITS.schemas, only(everything, isSchemas)),
    figure(
      'shared by all forms',
      LIMITS.forms,
      only(everything, (url) => inEveryForm(url) && !isShared(url)),
    ),
    ...loaded.map(({ screen: { path }, scripts }) =>
      figure(`${path} (its own)`, limitOf(path), only(scripts, isOwn)),
    ),
  ];
}

function files(): Figure[] {
  const fonts = readdirSync('dist/client/fonts')
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => ({
      what: `fonts/${file}`,
      bytes: statSync(join('dist/client/fonts', file)).size,
      limit: LIMITS.font,
    }));
  const kept = precached().reduce(
    (sum, { url }) => sum + statSync(join('dist/client', url)).size,
    0,
  );
  return [
    ...fonts,
    { what: 'kept on the device by the worker', bytes: kept, limit: LIMITS.precache },
  ];
}

const server = await startDemoServer();
const browser = await chromium.launch({ executablePath: pageBrowserPath(), args: browserFlags });
const figures = [...(await measureScreens(browser, server.origin)), ...files()];
await browser.close();
await server.stop();

const isOver = ({ bytes, limit }: Figure) => bytes > limit * KIB;
for (const figure of figures) {
  const size = (figure.bytes / KIB).toFixed(1).padStart(7);
  console.log(
    `${size} of ${String(figure.limit).padStart(4)} KiB  ${figure.what}${isOver(figure) ? '  OVER' : ''}`,
  );
  if (args.of === undefined || !figure.what.includes(args.of)) continue;
  for (const [url, bytes] of [...(figure.scripts ?? [])].sort(([, a], [, b]) => b - a))
    console.log(`${String(bytes).padStart(12)} B  ${basename(url)}`);
}
process.exitCode = figures.some(isOver) ? 1 : 0;
