import { formatNumber, MINUS } from '#src/lib/text/format.ts';

const PLACES = 100;
/** `−1,234.50 THB`: sign, whole part, decimals, and the code or unit behind it. */
const AMOUNT = /^(-?)(\d[\d,]*)(?:\.(\d{1,2}))?(?: ([A-Z]{3}))?$/;

type Amount = { hundredths: number; hasDecimals: boolean; unit: string };

/** The amount that a cell of a paper shows; undefined for any other text. */
export function amountIn(text: string): Amount | undefined {
  const found = AMOUNT.exec(text.replaceAll(MINUS, '-').replaceAll('\u00A0', ' ').trim());
  if (!found) return undefined;
  const [, sign = '', whole = '', decimals, unit = ''] = found;
  const hundredths =
    Number(whole.replaceAll(',', '')) * PLACES + Number((decimals ?? '').padEnd(2, '0'));
  return {
    hundredths: sign === '-' ? -hundredths : hundredths,
    hasDecimals: decimals !== undefined,
    unit,
  };
}

const EMPTY = /^[-–—−]?$/;

/** The sum of some cells of one column; undefined if one of them is no amount of this unit. */
function sumOf(cells: readonly string[], unit: string): number | undefined {
  let sum = 0;
  for (const cell of cells) {
    if (EMPTY.test(cell)) continue;
    const amount = amountIn(cell);
    if (!amount || (amount.unit !== unit && amount.unit !== '')) return undefined;
    sum += amount.hundredths;
  }
  return sum;
}

const columnOf = (rows: readonly (readonly string[])[], column: number) =>
  rows.map((row) => row[column] ?? '');

function shown(hundredths: number, { hasDecimals, unit }: Amount): string {
  const whole = formatNumber(Math.trunc(Math.abs(hundredths) / PLACES));
  const decimals = String(Math.abs(hundredths) % PLACES).padStart(2, '0');
  return [
    `${hundredths < 0 ? MINUS : ''}${whole}${hasDecimals ? `.${decimals}` : ''}`,
    ...(unit === '' ? [] : [unit]),
  ].join(' ');
}

/**
 * Carries the sums of a table from sheet to sheet: a function that gives the sums of the first
 * `count` rows, by column. Only columns whose rows add up to the total on the paper are carried, so
 * that shares, averages and mixed currencies are not; undefined if there are none.
 */
export function carrying(
  rows: readonly (readonly string[])[],
  total: readonly string[] | undefined,
): ((count: number) => readonly string[]) | undefined {
  const carried = (total ?? []).map((text, column) => {
    const amount = column === 0 ? undefined : amountIn(text);
    return amount && sumOf(columnOf(rows, column), amount.unit) === amount.hundredths
      ? amount
      : undefined;
  });
  if (!carried.some(Boolean)) return undefined;
  return (count) =>
    carried.map((amount, column) =>
      amount ? shown(sumOf(columnOf(rows.slice(0, count), column), amount.unit) ?? 0, amount) : '',
    );
}
