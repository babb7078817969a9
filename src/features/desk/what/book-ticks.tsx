import { useTranslation } from 'react-i18next';
import type { Course } from '#contract/courses/courses.ts';
import { DOT } from '#contract/words/dot.ts';
import { Money } from '#src/components/kit/money.tsx';
import { productName } from '#src/entities/product/product-name.ts';
import cards from '#src/features/desk/cards.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { addProduct, removeLine } from '#src/features/desk/visit-basket.ts';
import type { FamilyChild } from '#src/features/desk/visit-people.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

type BookTicksProps = { visit: Visit; child: FamilyChild; courses: ReadonlyMap<string, Course> };

/** The books of the chosen classes; those that the child owns are unticked. */
export function BookTicks({ visit: { draft, change, products }, child, courses }: BookTicksProps) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const places = draft.places.filter(
    ({ studentKey, type, joinsWaitingList }) =>
      studentKey === child.key && type === 'regular' && !joinsWaitingList,
  );
  const needed = [
    ...new Set(
      places.flatMap(
        ({ offered }) =>
          courses.get(offered.courseId)?.products.map(({ productId }) => productId) ?? [],
      ),
    ),
  ];
  return needed.flatMap((productId) => {
    const product = products.get(productId);
    if (!product?.active) return [];
    const line = draft.products.find(
      (one) => one.productId === productId && one.studentKey === child.key,
    );
    const isOwned = child.known?.ownedProductIds.includes(productId) ?? false;
    return (
      <label key={productId} className={cards.tick}>
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
          {isOwned && `${DOT}${t('what.owned')}`}
        </span>
        <Money amount={product.price} currency={product.currency} />
      </label>
    );
  });
}
