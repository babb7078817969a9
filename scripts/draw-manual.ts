import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test';
import { languages, type Language } from '#contract/language.ts';
import type { Role } from '#contract/roles.ts';
import { scenes } from '#scripts/manual-scenes/scenes.ts';
import { browserFlags, browserPath } from './browser-path.ts';
import { startBuiltServer } from './built-server.ts';
import { signInToDemo } from './demo-accounts.ts';
import { openWindow, takePicture } from './manual-camera.ts';
import { isSamePicture } from './same-picture.ts';

// Takes the pictures of the manual from the built app with its demo centre, each language from a
// centre of its own, because some scenes write. Clock and chance stand still, so a second run
// changes no file. Run it after the look of a page in a picture has changed, look at the pictures,
// and commit them (docs/manual/README.md). `words.txt` keeps which names of the screens are in
// which picture, so that a test finds a picture that has become old. `npm run draw:manual -- lo`
// takes those of one language.
const SEEN = 'words.txt';
const MOMENT = '2026-11-27T14:30:00+07:00';

/** A demo centre on the day of the pictures; the preload freezes the thread of its database too. */
const frozenCentre = (moment: number) =>
  startBuiltServer({
    args: ['--demo'],
    variables: {
      FROZEN_AT_MS: String(moment),
      NODE_OPTIONS: `--import=${pathToFileURL('scripts/frozen-clock.mjs').href}`,
    },
  });

type SignedIn = Exclude<BrowserContextOptions['storageState'], undefined>;

/** Signs each role in once. */
function sessionsAt(browser: Browser, origin: string, moment: number) {
  const sessions = new Map<Role, SignedIn>();
  return async (role: Role): Promise<SignedIn> => {
    const known = sessions.get(role);
    if (known) return known;
    const page = await openWindow({ browser, moment });
    await signInToDemo(page, origin, role);
    const made = await page.context().storageState();
    await page.context().close();
    sessions.set(role, made);
    return made;
  };
}

/** Writes a picture unless the file looks the same already, and says which. */
async function keepPicture(browser: Browser, path: string, picture: Buffer): Promise<void> {
  const isSame = existsSync(path) && (await isSamePicture(browser, readFileSync(path), picture));
  if (!isSame) writeFileSync(path, picture);
  console.log(`${path}: ${Math.round(picture.length / 1024)} KiB${isSame ? ', unchanged' : ''}`);
}

async function draw(browser: Browser, language: Language): Promise<void> {
  const folder = `docs/manual/${language}/pictures`;
  mkdirSync(folder, { recursive: true });
  const moment = Date.parse(MOMENT);
  const { origin, stop } = await frozenCentre(moment);
  const seen: string[] = [];
  const signedIn = sessionsAt(browser, origin, moment);
  for (const scene of scenes) {
    const session = await signedIn(scene.role);
    const where = { browser, origin, moment, language, signedIn: session };
    const name = basename(scene.text);
    const { picture, words } = await takePicture(scene, where);
    await keepPicture(browser, `${folder}/${name}.webp`, picture);
    seen.push(...words.map((word) => `${name}: ${word}\n`));
  }
  await stop();
  writeFileSync(`${folder}/${SEEN}`, seen.join(''));
  const names = new Set([SEEN, ...scenes.map(({ text }) => `${basename(text)}.webp`)]);
  for (const file of readdirSync(folder)) if (!names.has(file)) rmSync(`${folder}/${file}`);
}

const browser = await chromium.launch({ executablePath: browserPath(), args: browserFlags });
const asked = languages.filter((language) => process.argv.includes(language));
for (const language of asked.length > 0 ? asked : languages) await draw(browser, language);
await browser.close();
