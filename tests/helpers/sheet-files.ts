import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { Cell } from '#server/lib/sheets/cells.ts';
import { xlsxStream } from '#server/lib/sheets/write-xlsx.ts';

async function* once(rows: Cell[][]) {
  yield rows;
}

/** A workbook as our own exports write it. */
export const xlsx = (headings: string[], ...rows: Cell[][]) =>
  buffer(xlsxStream('Sheet', headings, once(rows)));

/** A CSV file without quotes. */
export const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

/** A ZIP with any parts, for files that only pretend to be a workbook. */
export function zip(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), name);
  file.end();
  return buffer(file.outputStream);
}

const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook with this XML as its sheet, as other programs write theirs. */
export const workbook = (sheet: string | Buffer, others: Record<string, string | Buffer> = {}) =>
  zip({
    'xl/workbook.xml': `<workbook xmlns:r="${R}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
    ...others,
  });

const inlineRow = (cells: readonly (string | number)[]) =>
  `<row>${cells
    .map((cell) =>
      typeof cell === 'number'
        ? `<c><v>${cell}</v></c>`
        : `<c t="inlineStr"><is><t>${cell}</t></is></c>`,
    )
    .join('')}</row>`;

/** A workbook of several sheets. */
export const workbookOf = (...sheets: { name: string; rows: (string | number)[][] }[]) =>
  zip({
    'xl/workbook.xml': `<workbook xmlns:r="${R}"><sheets>${sheets
      .map(({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData>${rows.map(inlineRow).join('')}</sheetData></worksheet>`,
      ]),
    ),
  });
