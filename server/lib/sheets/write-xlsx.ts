import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { serialOfDay, serialOfTime, type Cell, type CellRows } from './cells.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** One sheet of a file; titles of a file differ and have at most 31 characters. */
export type SheetToWrite = {
  title: string;
  headings: string[];
  rows: CellRows;
  /** Columns whose cells are formatted as text, so that a program keeps zeros in front. */
  textColumns?: ReadonlySet<number>;
};

/** The indexes of the cell formats in styles.xml below. */
const HEADING = 1;
const DAY = 2;
const TIME = 3;
const TEXT = 4;
const COLUMN_WIDTH = 18;

const sheetName = (at: number) => `worksheets/sheet${at + 1}.xml`;
const joined = (sheets: readonly SheetToWrite[], xml: (at: number) => string) =>
  sheets.map((_sheet, at) => xml(at)).join('');

const partsOf = (sheets: readonly SheetToWrite[]): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${joined(sheets, (at) => `<Override PartName="/xl/${sheetName(at)}" ContentType="${TYPE}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${joined(sheets, (at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="${sheetName(at)}"/>`)}<Relationship Id="styles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Phetsarath OT"/></font><font><b/><sz val="11"/><name val="Phetsarath OT"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf fontId="1" applyFont="1" xfId="0"/><xf numFmtId="164" applyNumberFormat="1" xfId="0"/><xf numFmtId="165" applyNumberFormat="1" xfId="0"/><xf numFmtId="49" applyNumberFormat="1" xfId="0"/></cellXfs></styleSheet>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${joined(sheets, (at) => `<sheet name="${escape(sheets[at]?.title ?? '')}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)}</sheets></workbook>`,
});

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/**
 * Characters that XML 1.0 cannot hold, and the carriage return, which a reader would turn into a
 * line feed.
 */
const UNWRITABLE = /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const escape = (text: string) =>
  text.replace(UNWRITABLE, '').replace(/[&<>"]/g, (sign) => entities[sign] ?? '');

function text(value: string, style = ''): string {
  return value === ''
    ? '<c/>'
    : `<c t="inlineStr"${style}><is><t xml:space="preserve">${escape(value)}</t></is></c>`;
}

function xmlOf(cell: Cell, isText = false): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'string') return text(cell, isText ? ` s="${TEXT}"` : '');
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  return 'day' in cell
    ? `<c s="${DAY}"><v>${serialOfDay(cell.day)}</v></c>`
    : `<c s="${TIME}"><v>${serialOfTime(cell.at)}</v></c>`;
}

const rowXml = (cells: string) => `<row>${cells}</row>`;

const column = (at: number, to: number, style = '') =>
  `<col min="${at}" max="${to}" width="${COLUMN_WIDTH}" customWidth="1"${style}/>`;

/** The width of each column, and the format of those whose cells are text. */
const columnsXml = (headings: readonly string[], textColumns: ReadonlySet<number>) =>
  textColumns.size === 0
    ? column(1, headings.length)
    : headings
        .map((_heading, at) =>
          column(at + 1, at + 1, textColumns.has(at) ? ` style="${TEXT}"` : ''),
        )
        .join('');

async function* sheet({ headings, rows, textColumns = new Set() }: SheetToWrite) {
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  const columns = `<cols>${columnsXml(headings, textColumns)}</cols>`;
  const bold = headings.map((heading) => text(heading, ` s="${HEADING}"`)).join('');
  yield Buffer.from(
    `${HEAD}<worksheet xmlns="${MAIN}">${view}${columns}<sheetData>${rowXml(bold)}`,
  );
  for await (const some of rows)
    yield Buffer.from(
      some
        .map((cells) => rowXml(cells.map((cell, at) => xmlOf(cell, textColumns.has(at))).join('')))
        .join(''),
    );
  yield Buffer.from('</sheetData></worksheet>');
}

/**
 * Tables as XLSX: a sheet each, their texts inside the cells, days and times as dates. Cells are
 * marked as text, so that no formula runs. The rows are read only as fast as the client takes the
 * file.
 */
export function xlsxBook(sheets: readonly SheetToWrite[]): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const open: Readable[] = [];
  for (const [name, xml] of Object.entries(partsOf(sheets)))
    zip.addBuffer(Buffer.from(HEAD + xml), name);
  sheets.forEach((one, at) => {
    const cells = Readable.from(sheet(one), { objectMode: false });
    // The first end that breaks closes the others, so that no rows are read for a lost client.
    cells.once('error', (error) => out.destroy(error));
    open.push(cells);
    zip.addReadStream(cells, `xl/${sheetName(at)}`);
  });
  out.once('close', () => open.forEach((cells) => cells.destroy()));
  zip.once('error', (error: unknown) => out.destroy(error as Error));
  zip.end();
  zip.outputStream.pipe(out);
  return out;
}

/** One table as XLSX. */
export const xlsxStream = (title: string, headings: string[], rows: CellRows): Readable =>
  xlsxBook([{ title, headings, rows }]);
