/**
 * A cell as a paper shows it. `shorter` has its words with less and less of what is muted, for a
 * table that is too wide for one line a row.
 */
export type PaperCell = {
  text: string;
  shorter: readonly string[];
  isEnd: boolean;
  isHead: boolean;
  span: number;
};
export type PaperRow = readonly PaperCell[];

export type PaperBlock =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly { name: string; value: string; note: string }[] }
  | {
      kind: 'table';
      heads: readonly PaperRow[];
      rows: readonly PaperRow[];
      totals: readonly PaperRow[];
    };

/** What only a screen needs; a table has the numbers of a chart, whose drawing is not read out. */
const FURNITURE = [
  '[aria-hidden=true]',
  '[data-page-head], [data-print-frame], [data-unseen], [data-screen], nav, search, form, label',
  'button, a, select, input, textarea, summary, details:not([open]), svg, dialog, progress',
  '[role=status], [role=alert], [role=toolbar]',
].join(', ');

/** What is left out of words: only what has none, or none for the eye. */
const WORDLESS = 'svg, select, input, textarea, details, [data-unseen], [data-screen]';

/** The words of an element, in one line; a new part begins with a space. */
export function wordsOf(element: Element, leftOut = WORDLESS): string {
  const parts: string[] = [];
  const read = (node: Node) => {
    if (node instanceof Text) parts.push(node.data);
    if (!(node instanceof Element) || node.matches(leftOut)) return;
    const isPart = !node.matches('bdi');
    if (isPart) parts.push(' ');
    for (const child of node.childNodes) read(child);
    if (isPart) parts.push(' ');
  };
  read(element);
  return parts.join('').replaceAll(/\s+/g, ' ').trim();
}

const isAtEnd = (cell: HTMLElement) =>
  cell.dataset['end'] !== undefined ||
  cell.dataset['align'] === 'end' ||
  ['end', 'right'].includes(getComputedStyle(cell).textAlign);

/**
 * The muted words that a table can do without, in the order in which they go: the code of a class
 * that its course and its times name, a nickname before a person's code, whose a number is, and
 * last another spelling beside a name. Days, references, and the code of the row itself are never
 * left out.
 */
const MUTED = [
  '[data-part=under] ~ [data-part=code]:not([data-part=faced] *)',
  '[data-part=faced] [data-part=under]:has(~ [data-part=code])',
  '[data-part=under]:not(:has(~ [data-part=code]), [data-part=faced] *)',
  '[data-part=aside]:not([data-alone])',
];
export const SHORTER_BY = MUTED.length;

const shorterWords = (cell: HTMLElement) =>
  MUTED.map((_, at) => wordsOf(cell, [WORDLESS, ...MUTED.slice(0, at + 1)].join(', ')));

const rowsIn = (part: HTMLTableSectionElement | null): PaperRow[] =>
  [...(part?.rows ?? [])].map((row) =>
    [...row.cells]
      // Cells with a box to tick or with buttons of the row.
      .filter((cell) => !cell.matches('[data-screen]'))
      .map((cell) => ({
        text: wordsOf(cell),
        shorter: shorterWords(cell),
        isEnd: isAtEnd(cell),
        isHead: cell.tagName === 'TH',
        span: cell.colSpan,
      })),
  );

const hasWords = (row: PaperRow) => row.some(({ text }) => text !== '');

function readTable(table: HTMLTableElement): PaperBlock {
  return {
    kind: 'table',
    heads: rowsIn(table.tHead).filter(hasWords),
    rows: [...table.tBodies].flatMap(rowsIn),
    totals: rowsIn(table.tFoot),
  };
}

/** A value, and apart from it the note that stands below it. */
function readFacts(list: Element): PaperBlock {
  const facts = [...list.querySelectorAll('dt')].map((name) => {
    const all = name.nextElementSibling ? wordsOf(name.nextElementSibling) : '';
    const small = name.nextElementSibling?.querySelector(':scope > small');
    const note = small ? wordsOf(small) : '';
    const value = all.endsWith(note) ? all.slice(0, all.length - note.length).trim() : all;
    return { name: wordsOf(name), value, note };
  });
  return { kind: 'facts', facts };
}

const hasOwnText = (element: Element) =>
  [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');

function readPart(element: Element): PaperBlock[] {
  // Words that are on paper only, such as the chosen filters.
  if (element.matches('[data-paper]')) return [{ kind: 'text', text: wordsOf(element) }];
  // What has not come yet, could not be read or is empty: a paper says so in its place.
  const { instead } = element instanceof HTMLElement ? element.dataset : {};
  if (instead !== undefined) return [{ kind: 'text', text: instead }];
  if (element.matches(FURNITURE) || !element.checkVisibility()) return [];
  if (element instanceof HTMLTableElement) return [readTable(element)];
  if (element.matches('dl')) return [readFacts(element)];
  const level = /^H([1-6])$/.exec(element.tagName)?.[1];
  const text = level !== undefined || hasOwnText(element) ? wordsOf(element) : '';
  if (level !== undefined)
    return text === '' ? [] : [{ kind: 'heading', level: Number(level), text }];
  if (text !== '') return [{ kind: 'text', text }];
  return [...element.children].flatMap(readPart);
}

/** Leaves out words that were said just before, as of several parts that have not come yet. */
function isNew(): (block: PaperBlock) => boolean {
  let before = '';
  return (block) => {
    const text = block.kind === 'text' ? block.text : '';
    const isAgain = text !== '' && text === before;
    before = text;
    return !isAgain;
  };
}

/** The words and tables of a page, in the order of reading; headings above nothing are left out. */
export function readPaper(main: Element): PaperBlock[] {
  const all = [...main.children].flatMap(readPart).filter(isNew());
  return all.filter((block, at) => {
    if (block.kind !== 'heading') return true;
    const next = all[at + 1];
    return next !== undefined && !(next.kind === 'heading' && next.level <= block.level);
  });
}
