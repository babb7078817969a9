import { DOT } from '#contract/words/dot.ts';
import type { PaperBlock, PaperCell, PaperRow } from './read-paper.ts';
import styles from './sheets.module.css';

export type TableBlock = Extract<PaperBlock, { kind: 'table' }>;

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className?: string,
  text?: string,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className !== undefined) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** The words of a cell, each whole: a Lao word would else break within. */
function wholeWords(text: string): Node[] {
  return text
    .split(' ')
    .flatMap((word, at) => [...(at > 0 ? [new Text(' ')] : []), make('span', styles.word, word)]);
}

/** Hides each dot between two facts whose second fact begins the next line. */
export function hideLastDots(root: HTMLElement): void {
  const atEnd = [...root.querySelectorAll<HTMLElement>('td > span')].filter(
    (word) =>
      word.textContent === DOT.trim() &&
      word.nextElementSibling instanceof HTMLElement &&
      word.nextElementSibling.offsetTop > word.offsetTop,
  );
  for (const dot of atEnd) dot.style.visibility = 'hidden';
}

function cellElement(cell: PaperCell): HTMLElement {
  const element = make('td');
  element.append(...wholeWords(cell.text));
  element.colSpan = cell.span;
  if (cell.isEnd) element.dataset['end'] = '';
  if (cell.isHead) element.dataset['name'] = '';
  if (cell.isEnd && cell.text === '0') element.dataset['zero'] = '';
  return element;
}

export function rowElement(row: PaperRow, kind?: 'total' | 'carry'): HTMLTableRowElement {
  const element = make('tr');
  if (kind) element.dataset['kind'] = kind;
  element.append(...row.map(cellElement));
  return element;
}

/** A table of these rows; the same widths on every sheet, so that no column jumps. */
export function tableElement(
  { heads }: TableBlock,
  rows: readonly HTMLTableRowElement[],
  widths: readonly number[] = [],
): HTMLTableElement {
  const table = make('table', styles.table);
  if (widths.length > 0) {
    table.dataset['fixed'] = '';
    const columns = make('colgroup');
    columns.append(
      ...widths.map((width) => {
        const column = make('col');
        column.style.width = `${width}px`;
        return column;
      }),
    );
    table.append(columns);
  }
  const [head, body] = [make('thead'), make('tbody')];
  head.append(...heads.map((row) => rowElement(row)));
  body.append(...rows);
  table.append(head, body);
  return table;
}
