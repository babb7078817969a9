import { carrying } from './carry.ts';
import { hideLastDots, make, rowElement, tableElement, type TableBlock } from './elements.ts';
import { readPaper, SHORTER_BY, type PaperBlock, type PaperRow } from './read-paper.ts';
import styles from './sheets.module.css';

/** A heading takes its table's head and this many rows with it. */
const ROWS_KEPT = 3;
/** A printer sets words a little wider than the screen, so that more of them wrap. */
const SPARE = 0.95;
const FACTS_IN_LINE = 5;
/** A total does not stand alone on a sheet. */
const ROWS_WITH_TOTAL = 1;

const heightOf = (element: Element) => element.getBoundingClientRect().height;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** The words of a frame that its sheets repeat. */
type SheetWords = {
  short: string;
  note: string;
  foot: string;
  page: string;
  carried: string;
  brought: string;
};

/** Sheets that are filled from above; each has a body between its head and its foot. */
function startSheets(root: HTMLElement, frame: HTMLElement, words: SheetWords) {
  const bodies: HTMLElement[] = [];
  const feet: HTMLElement[] = [];
  const add = () => {
    const sheet = make('section', styles.sheet);
    const body = make('div', styles.body);
    const foot = make('footer', styles.foot);
    const page = make('span');
    foot.append(make('span', undefined, words.foot), page);
    if (bodies.length === 0) sheet.append(frame.cloneNode(true));
    else {
      const head = make('header', styles.head);
      head.append(make('b', undefined, words.short), make('span', undefined, words.note));
      sheet.append(head);
    }
    sheet.append(body, foot);
    root.append(sheet);
    bodies.push(body);
    feet.push(page);
  };
  add();
  const body = () => bodies.at(-1) ?? root;
  return {
    add,
    body,
    /** The height that is left on the last sheet. */
    room: () => {
      const top = body().lastElementChild?.getBoundingClientRect().bottom;
      return body().getBoundingClientRect().bottom - (top ?? body().getBoundingClientRect().top);
    },
    isEmpty: () => body().childElementCount === 0,
    number: () => {
      for (const [at, foot] of feet.entries())
        foot.textContent = words.page
          .replace('\u0001', String(at + 1))
          .replace('\u0002', String(feet.length));
    },
  };
}
type Sheets = ReturnType<typeof startSheets>;

/** Widths that fill the sheet at most, because what is too wide would lie over its neighbour. */
function fitWidths(widths: readonly number[], most: number): readonly number[] {
  const all = sum(widths);
  return all <= most ? widths : widths.map((width) => (width * most) / all);
}

/**
 * Draws the whole table twice: first for the widths of its columns, then with these for the heights
 * of its rows, as its sheets will have them. Too wide, its words may take more lines.
 */
function measureTable(block: TableBlock, sheets: Sheets) {
  const body = sheets.body();
  const most = body.clientWidth;
  const first = block.rows.find((row) => row.every(({ span }) => span === 1));
  const at = first ? block.rows.indexOf(first) : -1;
  const drawn = block.rows.map((row) => rowElement(row));
  const draft = tableElement(block, [
    ...drawn,
    ...block.totals.map((row) => rowElement(row, 'total')),
  ]);
  body.append(draft);
  const isTooWide = () => draft.scrollWidth > most + 1 || draft.offsetWidth > most + 1;
  const isWrapped = isTooWide();
  if (isWrapped) draft.dataset['wraps'] = '';
  const isSmall = draft.offsetWidth > most + 1;
  if (isSmall) draft.dataset['small'] = '';
  const widths = fitWidths(
    [...(drawn[at]?.cells ?? [])].map((cell) => cell.getBoundingClientRect().width),
    most,
  );
  draft.remove();
  const rows = block.rows.map((row) => rowElement(row));
  const totals = block.totals.map((row) => rowElement(row, 'total'));
  const table = tableElement(
    block,
    [...rows, ...totals],
    isWrapped ? widths.map((width) => width * SPARE) : widths,
  );
  if (isWrapped) table.dataset['wraps'] = '';
  if (isSmall) table.dataset['small'] = '';
  if (isWrapped) table.style.width = `${SPARE * 100}%`;
  body.append(table);
  const measures = {
    isWrapped,
    isSmall,
    widths,
    head: table.tHead ? heightOf(table.tHead) : 0,
    rows: rows.map(heightOf),
    totals: sum(totals.map(heightOf)),
  };
  table.remove();
  return measures;
}

const textsOf = (row: PaperRow) => row.map(({ text }) => text);
/** The cells of a row, one for each column. */
const spread = (row: PaperRow) =>
  row.flatMap((cell) => [cell.text, ...Array.from({ length: cell.span - 1 }, () => '')]);

/** A row without so much of what is muted; a cell that would be empty keeps its words. */
const shorten = (row: PaperRow, by: number): PaperRow =>
  row.map((cell) => ({ ...cell, text: cell.shorter[by - 1] || cell.text }));

/** Muted words stay unless the table is taller by more than this part with them. */
const WORTH = 0.02;

/**
 * The table with as many of its muted words as it has room for. The last of them go only if each
 * row then stands on one line.
 */
function denseBlock(block: TableBlock, sheets: Sheets): TableBlock {
  const tried: { block: TableBlock; height: number }[] = [];
  for (let by = 0; by <= SHORTER_BY; by += 1) {
    const rows = by === 0 ? block.rows : block.rows.map((row) => shorten(row, by));
    const shown = { ...block, rows };
    const measures = measureTable(shown, sheets);
    if (!measures.isWrapped || by < SHORTER_BY)
      tried.push({ block: shown, height: sum(measures.rows) });
    if (!measures.isWrapped) break;
  }
  const least = Math.min(...tried.map(({ height }) => height));
  return tried.find(({ height }) => height * (1 - WORTH) <= least)?.block ?? block;
}

function carryRow(label: string, sums: readonly string[]): PaperRow {
  return sums.map((text, column) => ({
    text: column === 0 ? label : text,
    shorter: [],
    isEnd: column > 0,
    isHead: column === 0,
    span: 1,
  }));
}

/** The number of rows, from `from` on, that fit into `room`. */
function fitting(heights: readonly number[], from: number, room: number): number {
  let [used, count] = [0, 0];
  for (const height of heights.slice(from)) {
    used += height;
    if (used > room) break;
    count += 1;
  }
  return count;
}

/**
 * Puts a table on as many sheets as it needs: the head on each, the sums carried forward between
 * them, and the total only after the last row.
 */
function placeTable(
  given: TableBlock,
  heading: HTMLElement | undefined,
  sheets: Sheets,
  words: SheetWords,
) {
  const block = denseBlock(given, sheets);
  const measures = measureTable(block, sheets);
  const carried = block.rows.every((row) => row.every(({ span }) => span === 1))
    ? carrying(block.rows.map(textsOf), block.totals[0] && spread(block.totals[0]))
    : undefined;
  const line = Math.min(...measures.rows);
  const place = (rows: HTMLTableRowElement[]) => {
    const table = tableElement(block, rows, measures.widths);
    if (measures.isWrapped) table.dataset['wraps'] = '';
    if (measures.isSmall) table.dataset['small'] = '';
    sheets.body().append(table);
  };
  const count = block.rows.length;
  for (let from = 0; from < count;) {
    const isFirst = from === 0;
    const hasHeading = isFirst && heading?.isConnected === true;
    const brought =
      carried && !isFirst ? [rowElement(carryRow(words.brought, carried(from)), 'carry')] : [];
    const room = sheets.room() - measures.head - brought.length * line;
    const rowsTo = (to: number) => block.rows.slice(from, to).map((row) => rowElement(row));
    if (sum(measures.rows.slice(from)) + measures.totals <= room) {
      place([...brought, ...rowsTo(count), ...block.totals.map((row) => rowElement(row, 'total'))]);
      return;
    }
    const fits = Math.min(
      fitting(measures.rows, from, room - (carried ? line : 0)),
      count - from - ROWS_WITH_TOTAL,
    );
    const isAlone = sheets.isEmpty() || (hasHeading && sheets.body().firstElementChild === heading);
    if (fits < Math.min(ROWS_KEPT, count - from) && !isAlone) {
      if (hasHeading) heading.remove();
      sheets.add();
      if (hasHeading) sheets.body().append(heading);
      continue;
    }
    const to = from + Math.max(1, fits);
    if (to >= count) {
      place([...brought, ...rowsTo(count), ...block.totals.map((row) => rowElement(row, 'total'))]);
      return;
    }
    place([
      ...brought,
      ...rowsTo(to),
      ...(carried ? [rowElement(carryRow(words.carried, carried(to)), 'carry')] : []),
    ]);
    sheets.add();
    from = to;
  }
}

function factsElement({ facts }: Extract<PaperBlock, { kind: 'facts' }>): HTMLElement {
  const list = make('dl', styles.facts);
  // Two even lines rather than a full one and the rest.
  const columns = facts.length > FACTS_IN_LINE ? Math.ceil(facts.length / 2) : facts.length;
  list.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
  for (const { name, value, note } of facts) {
    const fact = make('div');
    fact.append(make('dt', undefined, name), make('dd', undefined, value));
    if (note !== '') fact.append(make('dd', styles.note, note));
    list.append(fact);
  }
  return list;
}

/** Puts a block on the sheet, or with its heading on a new one if it does not fit. */
function placeWhole(element: HTMLElement, heading: HTMLElement | undefined, sheets: Sheets) {
  sheets.body().append(element);
  const isAlone = sheets.body().firstElementChild === (heading ?? element);
  if (sheets.room() >= 0 || isAlone) return;
  sheets.add();
  sheets.body().append(...(heading ? [heading] : []), element);
}

/** The rule of the sheets' paper. A page may make them lower, as a journey does. */
function pageRule(height: string): CSSStyleSheet {
  const rule = new CSSStyleSheet();
  rule.replaceSync(
    `@page sheets { size: 210mm ${height}; margin: 0; @bottom-left { content: none; } @bottom-right { content: none; } }`,
  );
  return rule;
}

/**
 * Makes A4 sheets of the page around `frame`: its tables, figures and words without anything that a
 * screen needs. While they exist, printing prints them alone. Returns a function that removes them.
 */
export function buildSheets(frame: HTMLElement): () => void {
  const main = frame.closest('main');
  const { short = '', note = '', foot = '', page = '', carried = '', brought = '' } = frame.dataset;
  const words = { short, note, foot, page, carried, brought };
  const root = make('div', styles.sheets);
  root.dataset['builtSheets'] = '';
  document.body.append(root);
  const rule = pageRule(getComputedStyle(root).getPropertyValue('--sheet-height'));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rule];
  const sheets = startSheets(root, frame, words);
  let heading: HTMLElement | undefined;
  for (const block of main ? readPaper(main) : []) {
    if (block.kind === 'heading') {
      heading = make('h2', styles.heading, block.text);
      sheets.body().append(heading);
      continue;
    }
    if (block.kind === 'table') placeTable(block, heading, sheets, words);
    else
      placeWhole(
        block.kind === 'facts' ? factsElement(block) : make('p', styles.text, block.text),
        heading,
        sheets,
      );
    heading = undefined;
  }
  hideLastDots(root);
  sheets.number();
  return () => {
    root.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== rule);
  };
}
