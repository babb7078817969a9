import { ApiError } from '#server/lib/api-error.ts';
import { MAX_CELL } from './cells.ts';
import { numberFormats, type NumberFormat } from './number-formats.ts';
import type { ZipParts } from './unzip.ts';
import { readXml, type Attributes } from './xml.ts';

const MAX_SHARED_STRINGS = 500_000;

/** The part of a text that still fits into a cell. */
export const roomFor = (text: string, part: string) => part.slice(0, MAX_CELL - text.length);

type Relation = { id: string; type: string; path: string };
export type Workbook = {
  sheets: { name: string; isHidden: boolean; path: string }[];
  strings: string[];
  formats: NumberFormat[];
  from1904: boolean;
};

const WORKBOOK = 'xl/workbook.xml';

/** A path inside the ZIP, from the folder of the part that names it. */
function pathFrom(part: string, target: string): string {
  const steps = target.startsWith('/')
    ? target.slice(1).split('/')
    : [...part.split('/').slice(0, -1), ...target.split('/')];
  return steps
    .reduce<string[]>((path, step) => {
      if (step === '..') return path.slice(0, -1);
      return step === '.' ? path : [...path, step];
    }, [])
    .join('/');
}

/** The parts that a part refers to. The last word of a type is the same in strict workbooks. */
async function relationsOf(parts: ZipParts, part: string): Promise<Relation[]> {
  const at = part.lastIndexOf('/') + 1;
  const name = `${part.slice(0, at)}_rels/${part.slice(at)}.rels`;
  const found: Relation[] = [];
  if (!parts.has(name)) return found;
  await readXml(parts.read(name), {
    open: (element, { Id = '', Type = '', Target = '' }) => {
      if (element !== 'Relationship') return;
      const type = Type.slice(Type.lastIndexOf('/') + 1);
      found.push({ id: Id, type, path: pathFrom(part, Target) });
    },
  });
  return found;
}

/** The attribute `id` of the relations, under whichever prefix a program writes it. */
const relationIn = (attributes: Attributes) =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';

async function readSharedStrings(parts: ZipParts, name: string): Promise<string[]> {
  const strings: string[] = [];
  if (!parts.has(name)) return strings;
  let text = '';
  let reads = false;
  // The reading of a word in another script stands beside it and is no part of the text.
  let isBeside = false;
  await readXml(parts.read(name), {
    open: (element) => {
      if (element === 'si') text = '';
      if (element === 'rPh') isBeside = true;
      reads = element === 't' && !isBeside;
    },
    text: (part) => {
      if (reads) text += roomFor(text, part);
    },
    close: (element) => {
      if (element === 't') reads = false;
      if (element === 'rPh') isBeside = false;
      if (element === 'si' && strings.push(text) > MAX_SHARED_STRINGS)
        throw new ApiError('tooLarge');
    },
  });
  return strings;
}

/** The number format of each cell style. */
async function readFormats(parts: ZipParts, name: string): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = [];
  if (!parts.has(name)) return formats;
  const own = new Map<number, string>();
  let inCells = false;
  await readXml(parts.read(name), {
    open: (element, { numFmtId, formatCode }) => {
      if (element === 'cellXfs') inCells = true;
      if (element === 'numFmt') own.set(Number(numFmtId), formatCode ?? '');
      if (element === 'xf' && inCells) formats.push(numberFormats(Number(numFmtId ?? 0), own));
    },
    close: (element) => {
      if (element === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/** The parts of a workbook that its sheets share, and where the sheets are. */
export async function readWorkbook(parts: ZipParts): Promise<Workbook> {
  const main =
    (await relationsOf(parts, '')).find(({ type }) => type === 'officeDocument')?.path ?? WORKBOOK;
  const listed: { name: string; isHidden: boolean; relation: string }[] = [];
  let from1904 = false;
  await readXml(parts.read(main), {
    open: (element, attributes) => {
      const { name = '', state = 'visible', date1904 = '' } = attributes;
      if (element === 'workbookPr') from1904 = ['1', 'true', 'on'].includes(date1904);
      if (element === 'sheet')
        listed.push({ name, isHidden: state !== 'visible', relation: relationIn(attributes) });
    },
  });
  const relations = await relationsOf(parts, main);
  const partOf = (type: string) =>
    relations.find((relation) => relation.type === type)?.path ?? pathFrom(main, `${type}.xml`);
  const [strings, formats] = await Promise.all([
    readSharedStrings(parts, partOf('sharedStrings')),
    readFormats(parts, partOf('styles')),
  ]);
  const sheets = listed.flatMap(({ relation, ...sheet }) => {
    const { type, path } = relations.find(({ id }) => id === relation) ?? { type: '', path: '' };
    return ['chartsheet', 'dialogsheet'].includes(type) ? [] : [{ ...sheet, path }];
  });
  return { sheets, strings, formats, from1904 };
}
