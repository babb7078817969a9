import marks from '#src/components/page/marks.module.css';
import { nameColumn, wordsOf, type WordColumn, type Words } from './columns.ts';
import styles from './table.module.css';

/** What is the same in every row of a table. */
export type RowLook<Row> = {
  columns: readonly WordColumn<Row>[];
  open: ((row: Row) => string) | undefined;
  /** Names what chooses a row; without it, rows cannot be chosen. */
  checkLabel: string | undefined;
  /** Begins the ids of all rows. */
  id: string;
};

/** How a row is shown. */
export type RowState = { isSaved: boolean; isChecked: boolean };

/**
 * A cell, where its words stand in it and what they are. That is remembered, because to ask the page what it says took
 * longer than to find out that it need not be changed.
 */
type WrittenCell = { root: Element; text: Text; mark: HTMLElement | undefined; aside: Text | undefined; words: Words };
type WrittenRow<Row> = {
  element: HTMLTableRowElement;
  check: HTMLInputElement | undefined;
  link: HTMLAnchorElement | undefined;
  cells: WrittenCell[];
  row: Row | undefined;
  isSelected: boolean;
};

function made<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string | undefined, inside: readonly Node[] = []): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className ?? '';
  element.append(...inside);
  return element;
}

function setFlag(element: Element, name: string, isSet: boolean): void {
  if (isSet) element.setAttribute(name, 'true');
  else element.removeAttribute(name);
}

/** Makes what stands in a cell: the words of every row have the same parts, mostly. */
function makeParts(root: Element, words: Words): WrittenCell {
  const text = document.createTextNode(words.text);
  const mark = words.tone && made('span', marks.status, [text]);
  const aside = words.aside === undefined ? undefined : document.createTextNode(words.aside);
  root.replaceChildren(mark ?? text, ...(aside ? [made('span', styles.aside, [aside])] : []));
  if (mark && words.tone) mark.dataset['tone'] = words.tone;
  return { root, text, mark, aside, words };
}

/** Writes only what is another: a text that is set is measured and painted again. */
function writeCell(cell: WrittenCell, words: Words): WrittenCell {
  const { words: was, text, mark, aside } = cell;
  if ((mark === undefined) !== (words.tone === undefined) || (aside === undefined) !== (words.aside === undefined)) return makeParts(cell.root, words);
  if (was.text !== words.text) text.data = words.text;
  if (aside && was.aside !== words.aside) aside.data = words.aside ?? '';
  if (mark && was.tone !== words.tone) mark.dataset['tone'] = words.tone;
  cell.words = words;
  return cell;
}

/** A row without words: every row is a copy of it. */
function blankRow<Row>({ columns, open, checkLabel }: RowLook<Row>): HTMLTableRowElement {
  const name = nameColumn(columns);
  const row = made('tr', styles.row);
  setFlag(row, 'data-opens', open !== undefined);
  if (checkLabel !== undefined) {
    const box = made('input', '');
    Object.assign(box, { type: 'checkbox', ariaLabel: checkLabel, tabIndex: -1 });
    row.append(made('td', styles.checkCell, [made('label', styles.check, [box])]));
  }
  for (const column of columns) {
    const cell = made('td', styles.cell);
    if (column.align) cell.dataset['align'] = column.align;
    setFlag(cell, 'data-one-way', column.oneWay ?? false);
    cell.dataset['priority'] = String(column.priority);
    if (column === name && open) {
      const link = made('a', styles.link);
      setFlag(link, 'data-row', true);
      cell.append(link);
    }
    row.append(cell);
  }
  return row;
}

/** The rows of one look in `body`, in which nothing else may put anything. */
export function makeRowWriter<Row>(body: HTMLElement, look: RowLook<Row>) {
  const { columns, open, checkLabel, id } = look;
  const blank = blankRow(look);
  const nameAt = columns.findIndex((column) => column === nameColumn(columns));
  const written: WrittenRow<Row>[] = [];
  const addRow = (): WrittenRow<Row> => {
    const element = blank.cloneNode(true) as HTMLTableRowElement;
    const placeId = `${id}${written.length}`;
    const check = element.querySelector('input') ?? undefined;
    const link = element.querySelector('a') ?? undefined;
    const cells = [...element.cells].slice(check ? 1 : 0);
    if (check) {
      const named = cells[nameAt];
      if (named) named.id = placeId;
      check.id = `${placeId}-check`;
      check.setAttribute('aria-labelledby', `${check.id} ${placeId}`);
    }
    const parts = cells.map((cell, at) => makeParts((at === nameAt && link) || cell, { text: '' }));
    const row = { element, check, link, cells: parts, row: undefined, isSelected: false };
    written.push(row);
    body.append(element);
    return row;
  };
  const writeRow = (place: WrittenRow<Row>, row: Row) => {
    if (place.row === row) return;
    place.row = row;
    if (place.link && open) place.link.setAttribute('href', open(row));
    for (const [at, cell] of place.cells.entries()) {
      const column = columns[at];
      if (column) place.cells[at] = writeCell(cell, wordsOf(column, row));
    }
  };
  return {
    /** Shows these rows and no others, each in the place where another one stood. */
    write: (rows: readonly Row[], stateOf: (row: Row) => RowState) => {
      rows.forEach((row, at) => {
        const place = written[at] ?? addRow();
        const { isSaved, isChecked } = stateOf(row);
        writeRow(place, row);
        if (place.isSelected !== (isSaved || isChecked)) {
          place.isSelected = !place.isSelected;
          setFlag(place.element, 'data-selected', place.isSelected);
        }
        if (place.check && checkLabel !== undefined) place.check.checked = isChecked;
      });
      for (const { element } of written.splice(rows.length)) element.remove();
    },
  };
}
