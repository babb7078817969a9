import { describe, expect, it } from 'vitest';
import { ApiError } from '#server/lib/api-error.ts';
import { readSheetTable } from '#server/lib/sheets/read-table.ts';
import type { TableKind } from '#server/lib/sheets/table-kind.ts';
import { csv, workbook, xlsx, zip } from '#tests/helpers/sheet-files.ts';

/** A table of which no heading is known, so that only its shape decides. */
const unknown: TableKind = { columns: [], isHead: () => false };
const readSheet = (file: Buffer) => readSheetTable(file, unknown);

const codeOf = (file: Buffer) =>
  readSheet(file).then(
    () => 'read',
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );
const cellsOf = async (file: Buffer) => (await readSheet(file)).rows.map(({ cells }) => cells);

describe('CSV', () => {
  it.each([
    ['commas', csv('ຊື່,ນາມສະກຸນ', 'ກ,ຂ')],
    ['semicolons', csv('ຊື່;ນາມສະກຸນ', 'ກ;ຂ')],
    ['tabs', csv('ຊື່\tນາມສະກຸນ', 'ກ\tຂ')],
    [
      'the mark of UTF-8',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), csv('ຊື່,ນາມສະກຸນ', 'ກ,ຂ')]),
    ],
    [
      'UTF-16 with its mark',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('ຊື່,ນາມສະກຸນ\r\nກ,ຂ', 'utf16le')]),
    ],
    [
      'big-endian UTF-16',
      Buffer.concat([
        Buffer.from([0xfe, 0xff]),
        Buffer.from('ຊື່,ນາມສະກຸນ\r\nກ,ຂ', 'utf16le').swap16(),
      ]),
    ],
    ['UTF-16 without its mark', Buffer.from('ຊື່,ນາມສະກຸນ\r\nກ,ຂ', 'utf16le')],
    ['big-endian UTF-16 without its mark', Buffer.from('ຊື່,ນາມສະກຸນ\r\nກ,ຂ', 'utf16le').swap16()],
    ['UTF-16 that begins with a tab', Buffer.from('\t\r\nຊື່\tນາມສະກຸນ\r\nກ\tຂ', 'utf16le')],
    ['empty lines and columns', csv('', 'ຊື່,ນາມສະກຸນ,,', '', 'ກ,ຂ,,', ',,,')],
  ])('is read with %s', async (_name, file) => {
    const { headings, rows } = await readSheet(file);
    expect([headings, rows.map(({ cells }) => cells)]).toEqual([['ຊື່', 'ນາມສະກຸນ'], [['ກ', 'ຂ']]]);
  });

  it('keeps line breaks inside quotes, and numbers rows as a spreadsheet does', async () => {
    const { rows } = await readSheet(csv('a,b', '"1', '2",x', 'y,z'));
    expect(rows).toEqual([
      { number: 2, cells: ['1\r\n2', 'x'] },
      { number: 3, cells: ['y', 'z'] },
    ]);
  });

  it('reads a formula as empty, and text with its apostrophe as text', async () => {
    expect(await cellsOf(csv('a,b,c', "=1+1,'=1+1,'+856"))).toEqual([[null, '=1+1', '+856']]);
  });

  it.each([
    [
      'Lao in an encoding of old',
      Buffer.from([0x61, 0x2c, 0xe0, 0xba, 0x0a, 0xff, 0xfe]),
      'sheetEncoding',
    ],
    [
      'UTF-16 with zero bytes on both sides',
      Buffer.from('a,b\0\r\n1,2', 'utf16le'),
      'sheetEncoding',
    ],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'sheetOldExcel'],
    ['a PDF', Buffer.from('%PDF-1.4 …'), 'sheetPdf'],
    [
      'a web page saved as a workbook',
      Buffer.from('\uFEFF\n<html xmlns:x="x"><table><tr><td>Date</td></tr></table></html>'),
      'sheetWebPage',
    ],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'sheetEncoding'],
    ['nothing', Buffer.from(''), 'sheetEmpty'],
    ['headings alone', csv('a,b'), 'sheetEmpty'],
    [
      '200 columns',
      csv(Array(200).fill('a').join(','), Array(200).fill('1').join(',')),
      'sheetTooManyColumns',
    ],
    ['10,001 rows', csv('a', ...Array<string>(10_001).fill('1')), 'sheetTooManyRows'],
    [
      'much text',
      csv('a,b', ...Array<string>(1300).fill(`${'x'.repeat(2000)},${'y'.repeat(2000)}`)),
      'sheetTooMuchText',
    ],
    ['a line without an end', csv('a', `"${'x'.repeat(200_000)}`), 'sheetUnreadable'],
  ])('refuses %s', async (_name, file, code) => {
    expect(await codeOf(file)).toBe(code);
  });
});

describe('XLSX', () => {
  it('reads what we write: Lao, days, numbers, spaces and signs', async () => {
    const { headings, rows } = await readSheet(
      await xlsx(
        ['ຊື່', 'b', 'c', 'd'],
        ['ກອນ <&> "x"', { day: '2015-12-31' }, 2055512345, '=1+1'],
        ['', null, 1, ''],
      ),
    );
    expect(headings).toEqual(['ຊື່', 'b', 'c', 'd']);
    expect(rows).toEqual([
      { number: 2, cells: ['ກອນ <&> "x"', '2015-12-31', '2055512345', '=1+1'] },
      { number: 3, cells: ['', '', '1', ''] },
    ]);
  });

  it('reads shared strings, rich text, days by their format, places by their reference, and results of formulas', async () => {
    const sheet = `<worksheet><sheetData>
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
      <row r="3"><c r="A3" s="1"><v>42369</v></c><c r="B3" t="str"><f>EXEC("x")</f><v>kept</v></c><c r="C3"><f>1+1</f></c></row>
      <row r="4"><c r="A4" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="B4" t="b"><v>1</v></c><c r="C4" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>
      </sheetData></worksheet>`;
    const file = await workbook(sheet, {
      'xl/sharedStrings.xml':
        '<sst><si><t>one</t></si><si><r><t>t</t></r><r><t>wo</t></r></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    });
    expect(await readSheet(file)).toMatchObject({
      headings: ['one', '', 'two'],
      rows: [
        { number: 3, cells: ['2015-12-31', 'kept', null] },
        { number: 4, cells: [null, '1', 'inline'] },
      ],
    });
  });

  const row = (cells: string) =>
    `<worksheet><sheetData><row><c><v>1</v></c></row><row>${cells}</row></sheetData></worksheet>`;
  const wide = Array.from({ length: 200 }, () => '<c><v>1</v></c>').join('');
  const columns = Array.from(
    { length: 60 },
    (_, n) =>
      (n < 26 ? '' : String.fromCodePoint(64 + Math.floor(n / 26))) +
      String.fromCodePoint(65 + (n % 26)),
  );
  const sharing = (n: number) =>
    `<row r="${n}">${columns.map((column) => `<c r="${column}${n}" t="s"><v>0</v></c>`).join('')}</row>`;
  const shared = `<worksheet><sheetData>${Array.from({ length: 1000 }, (_, n) => sharing(n + 1)).join('')}</sheetData></worksheet>`;
  const laughs = `<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${row('<c t="str"><v>&b;</v></c>')}`;
  it.each<[string, () => Promise<Buffer>, string]>([
    ['200 columns', () => workbook(row(wide)), 'sheetTooManyColumns'],
    [
      'a cell far to the right',
      () => workbook(row('<c r="XFD2"><v>1</v></c>')),
      'sheetTooManyColumns',
    ],
    [
      'a million rows',
      () =>
        workbook(
          `<worksheet><sheetData>${'<row><c><v>1</v></c></row>'.repeat(11_000)}</sheetData></worksheet>`,
        ),
      'sheetTooManyRows',
    ],
    ['a bomb of zeroes', () => workbook(Buffer.alloc(50_000_000)), 'tooLarge'],
    [
      'a bomb in another part',
      () => workbook(row('<c><v>1</v></c>'), { 'xl/media/a.bin': Buffer.alloc(20_000_000) }),
      'tooLarge',
    ],
    [
      'too many parts',
      () =>
        workbook(
          row(''),
          Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`x${n}`, 'x'])),
        ),
      'tooLarge',
    ],
    ['entities that grow', () => workbook(laughs), 'sheetUnreadable'],
    ['broken XML', () => workbook('<worksheet><row>'), 'sheetUnreadable'],
    ['a ZIP that is no workbook', () => zip({ 'readme.txt': 'hello' }), 'sheetUnreadable'],
    ...['x', '1e300', '1.5', '0', '-1', '1048577', ''].map(
      (number): [string, () => Promise<Buffer>, string] => [
        `a row with the number "${number}"`,
        () =>
          workbook(
            `<worksheet><sheetData><row r="1"><c><v>1</v></c></row><row r="${number}"><c><v>1</v></c></row></sheetData></worksheet>`,
          ),
        'sheetUnreadable',
      ],
    ),
    [
      'a row that comes twice',
      () =>
        workbook(
          '<worksheet><sheetData><row r="2"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row></sheetData></worksheet>',
        ),
      'sheetUnreadable',
    ],
    ['a text that is not there', () => workbook(row('<c t="s"><v>7</v></c>')), 'sheetUnreadable'],
    [
      'one text in 60,000 cells',
      () =>
        workbook(shared, {
          'xl/sharedStrings.xml': `<sst><si><t>${'ກ'.repeat(20_000)}</t></si></sst>`,
        }),
      'sheetTooMuchText',
    ],
    [
      'half a workbook',
      async () => (await workbook(row('<c><v>1</v></c>'))).subarray(0, 300),
      'sheetUnreadable',
    ],
  ])('refuses %s', async (_name, make, code) => {
    expect(await codeOf(await make())).toBe(code);
  });

  it('stops unpacking a file that lies about its size', async () => {
    const honest = await workbook(row(wide.repeat(500)));
    const lying = Buffer.from(honest);
    // The sizes stand in the list at the end: every one of them is made small.
    for (
      let at = lying.indexOf('PK\u0001\u0002', 0, 'latin1');
      at >= 0;
      at = lying.indexOf('PK\u0001\u0002', at + 4, 'latin1')
    )
      lying.writeUInt32LE(100, at + 24);
    expect(await codeOf(lying)).toBe('sheetUnreadable');
  });
});
