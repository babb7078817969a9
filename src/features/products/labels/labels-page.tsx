import { Printer, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Product } from '#contract/stock/products.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { IconButton, Button } from '#src/components/kit/button.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { HelpText, InputBox } from '#src/components/kit/field.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PrintSheet } from '#src/components/print/print-sheet.tsx';
import { ProductFinder } from '#src/entities/product/product-finder.tsx';
import { productName } from '#src/entities/product/product-name.ts';
import { useProducts, useStock, type StockOf } from '#src/entities/product/use-products.ts';
import { paths } from '#src/lib/paths.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { LABELS_ON_SHEET, LabelSheets, sheetsFor, type LabelLine } from './label-sheets.tsx';
import { LABELS } from './labels-path.ts';
import styles from './labels.module.css';

const MOST = 480;

/** One label for each piece in stock, at most a sheet. */
const usualCount = (product: Product, stockOf: StockOf) =>
  Math.min(LABELS_ON_SHEET, Math.max(1, stockOf(product)?.onHand ?? 1));

const within = (text: string, most: number, least: number) =>
  Math.min(most, Math.max(least, Math.trunc(Number(text)) || least));

/** The products in the address with the number of labels for each, until somebody changes it. */
function useLines() {
  const [params, setParams] = useSearchParams();
  const { byId } = useProducts();
  const { stockOf } = useStock();
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const ids = (params.get(LABELS) ?? '').split(',').filter(Boolean);
  const lines = ids.flatMap((id): LabelLine[] => {
    const product = byId.get(id);
    return product ? [{ product, count: counts.get(id) ?? usualCount(product, stockOf) }] : [];
  });
  const show = (next: readonly string[]) =>
    setParams({ [LABELS]: next.join(',') }, { replace: true });
  return {
    lines,
    stockOf,
    add: ({ _id }: Product) => show(ids.includes(_id) ? ids : [...ids, _id]),
    remove: ({ _id }: Product) => show(ids.filter((id) => id !== _id)),
    setCount: ({ _id }: Product, count: number) => setCounts(new Map([...counts, [_id, count]])),
  };
}

type What = ReturnType<typeof useLines>;

function Lines({ lines, stockOf, add, remove, setCount }: What) {
  const { t } = useTranslation('products');
  const language = useLanguage();
  return (
    <FormSection title={t('labels.what')}>
      <Stack gap={3} isWide>
        {lines.map(({ product, count }) => {
          const name = productName(product, language);
          const stock = stockOf(product);
          return (
            <div key={product._id} className={styles.what}>
              <div>
                <b>{name}</b>
                {stock && (
                  <HelpText>{t('stock.nOnHand', { n: formatNumber(stock.onHand) })}</HelpText>
                )}
              </div>
              <InputBox>
                <input
                  aria-label={t('labels.countOf', { name })}
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={MOST}
                  value={count}
                  onChange={(event) => setCount(product, within(event.target.value, MOST, 1))}
                />
              </InputBox>
              <IconButton
                icon={X}
                label={t('labels.remove', { name })}
                onClick={() => remove(product)}
              />
            </div>
          );
        })}
        {lines.length === 0 && <HelpText>{t('labels.none')}</HelpText>}
        <ProductFinder label={t('labels.add')} onChoose={add} />
      </Stack>
    </FormSection>
  );
}

type SheetProps = {
  start: number;
  onStart: (start: number) => void;
  hasPrice: boolean;
  onPrice: (hasPrice: boolean) => void;
};

function SheetChoices({ start, onStart, hasPrice, onPrice }: SheetProps) {
  const { t } = useTranslation('products');
  return (
    <FormSection title={t('labels.sheet')}>
      <Stack gap={3} isWide>
        <PlainField
          label={t('labels.start')}
          help={t('labels.startHelp')}
          type="number"
          inputMode="numeric"
          min={1}
          max={LABELS_ON_SHEET}
          value={start}
          onChange={(event) => onStart(within(event.target.value, LABELS_ON_SHEET, 1))}
        />
        <Tick checked={hasPrice} onChange={(event) => onPrice(event.target.checked)}>
          {t('labels.price')}
        </Tick>
        <HelpText>{t('labels.paper')}</HelpText>
      </Stack>
    </FormSection>
  );
}

/** Prints barcode labels on A4, with the sheet beside the choices. */
export function LabelsPage() {
  const { t } = useTranslation('products');
  const what = useLines();
  const [start, setStart] = useState(1);
  const [hasPrice, setPrice] = useState(true);
  const used = start - 1;
  const sheets = what.lines.length === 0 ? 0 : sheetsFor(what.lines, used);
  return (
    <>
      <PageHeader title={t('labels.title')} back={paths.productList}>
        {sheets > 0 && (
          <Button icon={Printer} look="solid" onClick={() => window.print()}>
            {t('labels.print', { count: sheets })}
          </Button>
        )}
      </PageHeader>
      <div className={styles.page}>
        <div className={styles.choices}>
          <Lines {...what} />
          <SheetChoices start={start} onStart={setStart} hasPrice={hasPrice} onPrice={setPrice} />
        </div>
        {sheets > 0 && (
          <div className={styles.preview}>
            <PrintSheet size="a4" label={t('labels.preview')} isBare>
              <LabelSheets lines={what.lines} used={used} hasPrice={hasPrice} />
            </PrintSheet>
          </div>
        )}
      </div>
    </>
  );
}
