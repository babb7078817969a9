import JsBarcode from 'jsbarcode';
import { isEan13 } from '#contract/barcode.ts';

/** The modules of a code, `1` for a bar: an EAN-13 as such, anything else as Code 128. */
export function modulesOf(code: string): string {
  const drawn: { encodings?: readonly { data: string }[] } = {};
  JsBarcode(drawn, code, isEan13(code) ? { format: 'EAN13', flat: true } : { format: 'CODE128' });
  return (drawn.encodings ?? []).map(({ data }) => data).join('');
}

/** The bars as an SVG path one high, each module one wide. */
export function barsPath(modules: string, from: number): string {
  return Array.from(
    modules.matchAll(/1+/g),
    ({ index, 0: bar }) => `M${from + index} 0h${bar.length}v1h-${bar.length}z`,
  ).join('');
}
