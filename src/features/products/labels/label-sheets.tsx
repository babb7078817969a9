import { useMemo } from 'react';
import type { Product } from '#contract/stock/products.ts';
import { barsPath, modulesOf } from '#src/components/print/bars.ts';
import { productName } from '#src/entities/product/product-name.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import styles from './labels.module.css';

/** The bars of a longer code would be too thin for scanners. */
const MOST_CHARS = 20;

/** The code on the label of a product: its own barcode, or else its SKU. */
const codeOf = ({ barcode, sku }: Pick<Product, 'barcode' | 'sku'>): string =>
  barcode === '' || barcode.length > MOST_CHARS ? sku : barcode;

export const LABELS_ON_SHEET = 24;
/** The quiet zone on both sides, in modules, as EAN-13 requires before its first bar. */
const QUIET = 11;
/** The width of a module in mm, as printed on books; narrower for long codes. */
const MODULE_MM = 0.33;
const WIDEST_MM = 56;

/** A number of labels for one product. */
export type LabelLine = { product: Product; count: number };

function Bars({ code }: { code: string }) {
  const modules = useMemo(() => modulesOf(code), [code]);
  const width = modules.length + 2 * QUIET;
  return (
    <svg
      className={styles.bars}
      width={`${Math.min(WIDEST_MM, width * MODULE_MM)}mm`}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden
    >
      <path d={barsPath(modules, QUIET)} />
    </svg>
  );
}

function Label({ product, hasPrice }: { product: Product; hasPrice: boolean }) {
  const name = productName(product, useLanguage());
  const code = codeOf(product);
  return (
    <div className={styles.label}>
      <b className={styles.name}>{name}</b>
      <Bars code={code} />
      <span className={styles.digits}>{code}</span>
      <span className={styles.line}>
        <span>{product.sku}</span>
        {hasPrice && (
          <b>
            {showMoney(product.price, product.currency)} {product.currency}
          </b>
        )}
      </span>
    </div>
  );
}

type LabelSheetsProps = { lines: readonly LabelLine[]; used: number; hasPrice: boolean };

/** The number of sheets that the labels need. */
export const sheetsFor = (lines: readonly LabelLine[], used: number): number =>
  Math.ceil((used + lines.reduce((sum, { count }) => sum + count, 0)) / LABELS_ON_SHEET);

/** The sheets of labels; `used` places on the first sheet stay empty. */
export function LabelSheets({ lines, used, hasPrice }: LabelSheetsProps) {
  const labels = lines.flatMap(({ product, count }) =>
    Array.from({ length: count }, () => product),
  );
  const places: (Product | undefined)[] = [
    ...Array.from({ length: used }, () => undefined),
    ...labels,
  ];
  const sheets = Array.from({ length: sheetsFor(lines, used) }, (_sheet, at) =>
    places.slice(at * LABELS_ON_SHEET, (at + 1) * LABELS_ON_SHEET),
  );
  return sheets.map((sheet, page) => (
    <div key={page} className={styles.sheet}>
      {sheet.map((product, place) =>
        product ? (
          <Label key={place} product={product} hasPrice={hasPrice} />
        ) : (
          <div key={place} className={styles.used} />
        ),
      )}
    </div>
  ));
}
