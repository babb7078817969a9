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

/** A cell and where its words stand in it. */
type WrittenCell = { root: Element; text: Text; mark: HTMLElement | undefined; aside: Text | undefined };
type WrittenRow<Row> = { element: HTMLTableRowElement; check: HTMLInputElement | undefined; link: HTMLAnchorElement | undefined; cells: WrittenCell[]; row: Row | undefined };

function made<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string | undefined, inside: readonly Node[] = []): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className ?? '';
  element.append(...inside);
  return element;
}

/** Sets a text only where it is another one: a text that is set is measured and painted again. */
function setText(node: Text, text: string): void {
  if (node.data !== text) node.data = text;
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
  return { root, text, mark, aside };
}

function writeCell(cell: WrittenCell, words: Words): WrittenCell {
  const hasParts = (cell.mark === undefined) === (words.tone === undefined) && (cell.aside === undefined) === (words.aside === undefined);
  const now = hasParts ? cell : makeParts(cell.root, words);
  setText(now.text, words.text);
  if (now.aside) setText(now.aside, words.aside ?? '');
  if (now.mark && now.mark.dataset['tone'] !== words.tone) now.mark.dataset['tone'] = words.tone;
  return now;
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
    const row = { element, check, link, cells: parts, row: undefined };
    written.push(row);
    body.append(element);
    return row;
  };
  const writeRow = (place: WrittenRow<Row>, row: Row) => {
    if (place.row === row) return;
    place.row = row;
    if (place.link && open) place.link.setAttribute('href', open(row));
    columns.forEach((column, at) => {
      const cell = place.cells[at];
      if (cell) place.cells[at] = writeCell(cell, wordsOf(column, row));
    });
  };
  return {
    /** Shows these rows and no others, each in the place where another one stood. */
    write: (rows: readonly Row[], stateOf: (row: Row) => RowState) => {
      rows.forEach((row, at) => {
        const place = written[at] ?? addRow();
        const { isSaved, isChecked } = stateOf(row);
        writeRow(place, row);
        setFlag(place.element, 'data-selected', isSaved || isChecked);
        if (place.check && checkLabel !== undefined) place.check.checked = isChecked;
      });
      for (const { element } of written.splice(rows.length)) element.remove();
    },
  };
}
