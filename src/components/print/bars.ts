import JsBarcode from 'jsbarcode';
import { isEan13 } from '#contract/stock/barcode.ts';

/** The modules of a barcode, `1` for a bar: EAN-13 if the code is one, else Code 128. */
export function modulesOf(code: string): string {
  const drawn: { encodings?: readonly { data: string }[] } = {};
  JsBarcode(drawn, code, isEan13(code) ? { format: 'EAN13', flat: true } : { format: 'CODE128' });
  return (drawn.encodings ?? []).map(({ data }) => data).join('');
}

/** The bars as an SVG path one unit high, each module one unit wide. */
export function barsPath(modules: string, from: number): string {
  return Array.from(
    modules.matchAll(/1+/g),
    ({ index, 0: bar }) => `M${from + index} 0h${bar.length}v1h-${bar.length}z`,
  ).join('');
}
