import { Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DOT } from '#contract/words/dot.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { productName } from '#src/entities/product/product-name.ts';
import { useStock } from '#src/entities/product/use-products.ts';
import cards from '#src/features/desk/cards.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { addProduct, changeProduct, removeLine } from '#src/features/desk/visit-basket.ts';
import type { FamilyChild } from '#src/features/desk/visit-people.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useBooksOf } from './books-of.ts';

type PiecesProps = { name: string; value: number; onChange: (value: number) => void };
type BookTicksProps = { visit: Visit; child: FamilyChild };

/** The pieces of a book, with buttons for one less and one more. */
function Pieces({ name, value, onChange }: PiecesProps) {
  const { t } = useTranslation();
  return (
    <div role="group" dir="ltr" aria-label={name} className={cards.pieces}>
      <IconButton
        icon={Minus}
        label={t('money.fewer')}
        isAtEnd={value <= 1}
        onClick={() => onChange(value - 1)}
      />
      <output>{value}</output>
      <IconButton icon={Plus} label={t('money.more')} onClick={() => onChange(value + 1)} />
    </div>
  );
}

/** The books of the chosen classes; those that the child owns are unticked. */
export function BookTicks({ visit: { draft, change, products }, child }: BookTicksProps) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const { stockOf } = useStock();
  const needed = useBooksOf(draft, child);
  return [...needed].flatMap((productId) => {
    const product = products.get(productId);
    if (!product?.active) return [];
    const line = draft.products.find(
      (one) => one.productId === productId && one.studentKey === child.key,
    );
    const isOwned = child.known?.ownedProductIds.includes(productId) ?? false;
    const stock = stockOf(product);
    const about = [
      line &&
        line.quantity > 1 &&
        `${line.quantity} × ${showMoney(product.price, product.currency)}`,
      isOwned && t('what.owned'),
      stock && t('what.onHand', { n: formatNumber(stock.onHand - stock.reserved) }),
    ].filter(Boolean);
    return (
      <div key={productId} className={cards.book}>
        <label className={cards.tick}>
          <input
            type="checkbox"
            checked={line !== undefined}
            onChange={() =>
              change((before) =>
                line
                  ? removeLine(before, line.key)
                  : addProduct(before, productId, newIdempotencyKey()),
              )
            }
          />
          <span>
            {productName(product, language)}
            {about.length > 0 && <small> {about.join(DOT)}</small>}
          </span>
          <Money amount={product.price * (line?.quantity ?? 1)} currency={product.currency} />
        </label>
        {line && (
          <Pieces
            name={productName(product, language)}
            value={line.quantity}
            onChange={(quantity) =>
              change((before) => changeProduct(before, line.key, { quantity }))
            }
          />
        )}
      </div>
    );
  });
}
