import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { readAmount } from '#contract/words/typed-number.ts';
import type { Product } from '#contract/stock/products.ts';
import { typedAmount } from '#src/components/fields/group-typed.ts';
import { useTypedText, type UnreadText } from '#src/components/fields/use-typed-text.ts';
import { HelpText } from '#src/components/kit/field.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import { LastScan } from '#src/features/stock/lines/last-scan.tsx';
import { ProductFinder } from '#src/entities/product/product-finder.tsx';
import { QuantityBox } from '#src/features/stock/lines/quantity-box.tsx';
import { RemoveLine } from '#src/features/stock/lines/remove-line.tsx';
import { useLines, type StockPaperLine } from '#src/features/stock/lines/use-lines.ts';
import { useGoods, useLevels } from '#src/features/stock/use-goods.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import styles from '#src/features/stock/lines/lines.module.css';

type LineCost = { amount: number | UnreadText; currency: PriceCurrency } | null;
type DeliveryLine = StockPaperLine & { cost: LineCost };

const blank = ({ _id, cost }: Product): DeliveryLine => ({
  productId: _id,
  quantity: 1,
  cost: cost ?? null,
});

const isWanted = ({ trackStock, active }: Product) => trackStock && active;

type CostBoxProps = {
  name: string;
  value: LineCost;
  onChange: (cost: LineCost) => void;
  error: string | undefined;
};

/** The cost of one piece and its currency; without an amount the last cost stays. */
function CostBox({ name, value, onChange, error }: CostBoxProps) {
  const { t } = useTranslation('stock');
  const currency = value?.currency ?? 'LAK';
  const typed = useTypedText({
    value: value === null || value.amount === '' ? null : value.amount,
    change: (amount) =>
      onChange(
        amount === null
          ? currency === 'LAK'
            ? null
            : { amount: '', currency }
          : { amount, currency },
      ),
    read: (text) => readAmount(text, currency),
    show: (amount) => showMoney(amount, currency),
  });
  const problem = typed.isTyping ? undefined : (typed.problem ?? error);
  return (
    <div>
      <span className={styles.label} aria-hidden>
        {t('deliveries.cost')}
      </span>
      <span className={styles.cost}>
        <InputBox>
          <input
            dir="ltr"
            inputMode={currency === 'LAK' ? 'numeric' : 'decimal'}
            autoComplete="off"
            aria-label={t('deliveries.costOf', { name })}
            aria-invalid={problem !== undefined}
            value={typed.text}
            onChange={(event) => typed.type(typedAmount(typed.text, event, currency))}
            onBlur={typed.leave}
          />
        </InputBox>
        <InputBox>
          <select
            aria-label={t('deliveries.currencyOf', { name })}
            value={currency}
            // The same digits in another currency would be another sum.
            onChange={({ target }) => {
              const chosen = target.value as PriceCurrency;
              onChange(chosen === 'LAK' ? null : { amount: '', currency: chosen });
            }}
          >
            {priceCurrencies.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </InputBox>
      </span>
      {problem !== undefined && <ErrorText as="span">{problem}</ErrorText>}
    </div>
  );
}

const isAmount = (cost: LineCost): cost is { amount: number; currency: PriceCurrency } =>
  typeof cost?.amount === 'number';
const countOf = ({ quantity }: StockPaperLine) => (typeof quantity === 'number' ? quantity : 0);

/**
 * The pieces and their cost, separately for each currency, because the rate is only known when the
 * delivery is booked.
 */
function Sums({ lines }: { lines: readonly DeliveryLine[] }) {
  const { t } = useTranslation('stock');
  const sums = priceCurrencies.map((currency) => ({
    currency,
    amount: lines.reduce(
      (sum, { cost, ...line }) =>
        sum + (isAmount(cost) && cost.currency === currency ? cost.amount * countOf(line) : 0),
      0,
    ),
  }));
  return (
    <p className={styles.sums}>
      <span>
        {t('lines.pieces', {
          n: formatNumber(lines.reduce((sum, line) => sum + countOf(line), 0)),
          lines: formatNumber(lines.length),
        })}
      </span>
      {sums.map(
        ({ currency, amount }) =>
          amount > 0 && (
            <bdi key={currency} dir="ltr">{`${showMoney(amount, currency)} ${currency}`}</bdi>
          ),
      )}
    </p>
  );
}

/** The delivered goods: by scan or by name, with quantity and cost of one piece. */
export function DeliveryLines() {
  const { t } = useTranslation('stock');
  const goods = useGoods();
  const levelOf = useLevels();
  const branchId = useWatch({ name: 'branchId' }) as string;
  const { lines, list, last, add, change, remove, undo, errorOf, error } = useLines<DeliveryLine>({
    blank,
    label: t('lines.title'),
    show: (values) =>
      values.map(({ productId, quantity }) => `${goods.nameOf(productId)} ${quantity}`).join(', '),
  });
  const lastLine = lines.find(({ productId }) => productId === last?.productId);
  return (
    <div className={styles.whole}>
      <ProductFinder label={t('lines.find')} onChoose={add} isWanted={isWanted} many />
      {last && lastLine && (
        <LastScan
          name={goods.nameOf(last.productId)}
          count={countOf(lastLine)}
          at={last.at}
          onUndo={() => undo(last.productId)}
        />
      )}
      {error !== undefined && <ErrorText role="alert">{error}</ErrorText>}
      <ul
        ref={list}
        className={styles.lines}
        aria-label={t('lines.title')}
        hidden={lines.length === 0}
      >
        <li className={styles.heads} aria-hidden>
          <span>{t('product')}</span>
          <span className={styles.end}>{t('hand.onHand')}</span>
          <span>{t('deliveries.came')}</span>
          <span>{t('deliveries.cost')}</span>
          <span className={styles.end}>{t('deliveries.sum')}</span>
        </li>
        {lines.map((line, at) => {
          const { productId, quantity, cost } = line;
          const name = goods.nameOf(productId);
          const before = levelOf(productId, branchId)?.onHand ?? 0;
          return (
            <li
              key={productId}
              className={styles.line}
              data-last={productId === last?.productId || undefined}
            >
              <div className={styles.what}>
                <b>{name}</b>
                <small>{goods.skuOf(productId)}</small>
                {errorOf(at, 'productId') && (
                  <ErrorText as="span">{errorOf(at, 'productId')}</ErrorText>
                )}
              </div>
              <span className={styles.end}>
                <span className={styles.label}>{t('hand.onHand')} </span>
                <bdi dir="ltr">
                  {formatNumber(before)} → <strong>{formatNumber(before + countOf(line))}</strong>
                </bdi>
              </span>
              <QuantityBox
                of={productId}
                label={t('deliveries.cameOf', { name })}
                value={quantity}
                least={1}
                error={errorOf(at, 'quantity')}
                onChange={(next) => change(productId, { quantity: next })}
              />
              <CostBox
                name={name}
                value={cost}
                error={errorOf(at, 'cost')}
                onChange={(next) => change(productId, { cost: next })}
              />
              <span className={styles.end}>
                {isAmount(cost) && (
                  <bdi dir="ltr">{`${showMoney(cost.amount * countOf(line), cost.currency)} ${cost.currency}`}</bdi>
                )}
              </span>
              <RemoveLine name={name} onRemove={() => remove(productId)} />
            </li>
          );
        })}
        <li>
          <Sums lines={lines} />
        </li>
      </ul>
      <HelpText>{t('lines.hint')}</HelpText>
    </div>
  );
}
