import { readdirSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import ts from 'typescript';
import { serverLayers } from '#server-layers.ts';

/**
 * The folders of the server that hold no modules of a layer: the ground, and what serves
 * everything.
 */
const GROUND = ['db', 'lib'];
const TOP = ['http', 'seed', 'setup', 'jobs', 'commands'];
/** The files beside the folders, which put the server together. */
const ROOT = 'app';

type Layer = { name: string; about: string; modules: readonly string[] };

const about: Record<string, string> = {
  db: 'what is stored',
  lib: 'tools without a subject',
  centre: 'who works here, where',
  people: 'who learns here',
  catalogue: 'offers and prices',
  academic: 'classes and places',
  ledger: 'money and goods',
  desk: 'acts on several of these',
  reading: 'pages that only read',
  safekeeping: 'backups, and the way back',
  top: 'starts and serves',
};

/** The content of the layers without modules. */
const inGround: Record<string, string> = {
  db: 'both engines, columns, migrations, the tables of every layer, search text',
  lib: 'writes, audit log, locks, numbers, lists, clock, sheets, current user, errors',
};

const named = (name: string, modules: readonly string[]): Layer => ({
  name,
  about: about[name] ?? '',
  modules,
});

/** From the ground up. */
const layers: readonly Layer[] = [
  ...GROUND.map((name) => named(name, [])),
  ...Object.entries(serverLayers).map(([name, modules]) => named(name, modules)),
  named('top', [...TOP, ROOT]),
];

/** The layer and the module of a file of the server; `db` and `lib` are one module each. */
function placeOf(file: string): { layer: string; module: string } {
  const [folder = '', module = ''] = file.split('/');
  if (!file.includes('/')) return { layer: 'top', module: ROOT };
  if (GROUND.includes(folder)) return { layer: folder, module: folder };
  if (TOP.includes(folder)) return { layer: 'top', module: folder };
  if (serverLayers[folder]?.includes(module)) return { layer: folder, module };
  throw new Error(`server/${file} stands in no layer of server-layers.ts`);
}

/** The files of the server that `file` imports, as paths inside `server`. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(`server/${file}`, 'utf8'));
  return importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('#server/')) return [fileName.slice('#server/'.length)];
    return fileName.startsWith('.') ? [posix.join(dirname(file), fileName)] : [];
  });
}

/** Counts the pairs of importing and imported module for each two layers, by `from to`. */
function countImports(): Map<string, number> {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const pairs = new Map<string, Set<string>>();
  for (const file of files) {
    const from = placeOf(file);
    for (const to of importsOf(file).map(placeOf)) {
      if (from.layer === to.layer && from.module === to.module) continue;
      const key = `${from.layer} ${to.layer}`;
      pairs.set(key, (pairs.get(key) ?? new Set()).add(`${from.module} ${to.module}`));
    }
  }
  return new Map([...pairs].map(([key, { size }]) => [key, size]));
}

const WIDTH = 980;
const MARGIN = 16;
const HEAD = 64;
const NAME_WIDTH = 148;
const CELL = 32;
const MATRIX = WIDTH - 2 * MARGIN - CELL * (layers.length - 1);
const CHIPS = MARGIN + NAME_WIDTH;
const CHIP_HEIGHT = 24;
const CHIP_STEP = 30;
const GAP = 6;
/** Wide enough for a letter of any system's typeface. */
const LETTER = 6.9;
const PADDING = 9;

const styles = `<style>
  text { font: 12px 'Noto Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif; fill: #1a3260 }
  .name { font-size: 14px; font-weight: 700 } .small { font-size: 11px; fill: #5c6675 } .title { font-weight: 700 }
  .band { fill: #f3f7fe; stroke: #cddffa } .chip { fill: #fff; stroke: #a8c4f0 } .cell { fill: #e5effd } .own { fill: #fee0a3 } .wrong { fill: #ffccce }
</style>`;

type Chip = { module: string; x: number; line: number; width: number };

/** The modules of a layer in their order, in as many lines as they need. */
function placeChips(modules: readonly string[]): Chip[] {
  const chips: Chip[] = [];
  let [x, line] = [CHIPS, 0];
  for (const module of modules) {
    const width = Math.round(module.length * LETTER + 2 * PADDING);
    if (x + width > MATRIX - GAP) [x, line] = [CHIPS, line + 1];
    chips.push({ module, x, line, width });
    x += width + GAP;
  }
  return chips;
}

const text = (x: number, y: number, words: string, options = '') =>
  `<text x="${x}" y="${y}"${options}>${words}</text>`;

/** Draws a cell for each layer that the modules of this one import, with the number of pairs. */
function drawCells(name: string, middle: number, counts: Map<string, number>): string[] {
  const from = layers.findIndex((layer) => layer.name === name);
  return layers.slice(0, -1).flatMap((to, at) => {
    const count = counts.get(`${name} ${to.name}`);
    if (count === undefined) return [];
    const x = MATRIX + at * CELL;
    const look = at > from ? 'wrong' : at === from ? 'own' : 'cell';
    const box = `<rect class="${look}" x="${x + 1}" y="${middle - 12}" width="${CELL - 2}" height="24" rx="4"/>`;
    return [box + text(x + CELL / 2, middle + 4, String(count), ' text-anchor="middle"')];
  });
}

/** One layer, whose upper edge is at `top`. */
function drawLayer(
  { name, about: words, modules }: Layer,
  top: number,
  counts: Map<string, number>,
): { lines: string[]; height: number } {
  const chips = placeChips(modules);
  const height = 16 + CHIP_STEP * ((chips.at(-1)?.line ?? 0) + 1);
  const middle = top + height / 2;
  const drawn = chips.map(({ module, x, line, width }) => {
    const y = top + 11 + line * CHIP_STEP;
    return `<rect class="chip" x="${x}" y="${y}" width="${width}" height="${CHIP_HEIGHT}" rx="12"/>${text(x + width / 2, y + 16, module, ' text-anchor="middle"')}`;
  });
  const band = `<rect class="band" x="${MARGIN / 2}" y="${top + 2}" width="${WIDTH - MARGIN}" height="${height - 4}" rx="8"/>`;
  const head =
    text(MARGIN, middle - 2, name, ' class="name"') +
    text(MARGIN, middle + 14, words, ' class="small"');
  const ground = text(CHIPS, middle + 4, inGround[name] ?? '', ' class="small"');
  return { lines: [band + head + ground, ...drawn, ...drawCells(name, middle, counts)], height };
}

/**
 * The layers of the server with their modules, the ground at the bottom, and how many imports run
 * between them.
 */
export function drawing(): string {
  const counts = countImports();
  const heads = layers.slice(0, -1).map(({ name }, at) => {
    const x = MATRIX + at * CELL + CELL / 2;
    return text(x, HEAD - 6, name, ` class="small" transform="rotate(-50 ${x} ${HEAD - 6})"`);
  });
  const lines = [
    text(MARGIN, HEAD - 10, 'Layer', ' class="title"'),
    text(CHIPS, HEAD - 10, 'Modules; each sees those before it in its row', ' class="title"'),
    ...heads,
  ];
  let top = HEAD;
  for (const layer of layers.toReversed()) {
    const drawn = drawLayer(layer, top, counts);
    lines.push(...drawn.lines);
    top += drawn.height;
  }
  const height = top + MARGIN / 2;
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="The layers of the server">`;
  return [
    open,
    styles,
    `<rect width="${WIDTH}" height="${height}" fill="#fff" rx="8"/>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}
