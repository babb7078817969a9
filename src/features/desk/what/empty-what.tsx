import { useTranslation } from 'react-i18next';
import { coursesList } from '#contract/courses/courses-list.ts';
import type { Product } from '#contract/stock/products.ts';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { productName } from '#src/entities/product/product-name.ts';
import { useStock } from '#src/entities/product/use-products.ts';
import cards from '#src/features/desk/cards.module.css';
import { useClasses } from '#src/features/desk/desk-queries.ts';
import styles from '#src/features/desk/desk.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

const CLASSES_SHOWN = 4;
const nobody = { known: undefined };

/** The products that the branch sells most of, each one press away from the bill. */
function Tiles({ visit, onAdd }: { visit: Visit; onAdd: (product: Product) => void }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const { stockOf } = useStock();
  const tiles = (visit.rules.data?.bestSellers ?? []).flatMap((id) => {
    const product = visit.products.get(id);
    return product?.active ? [product] : [];
  });
  if (tiles.length === 0) return <p className={styles.hint}>{t('what.walkIn')}</p>;
  return (
    <>
      <h3 className={cards.title}>{t('what.best')}</h3>
      <div className={cards.tiles}>
        {tiles.map((product) => {
          const stock = stockOf(product);
          const pieces = visit.draft.products.reduce(
            (sum, line) => sum + (line.productId === product._id ? line.quantity : 0),
            0,
          );
          return (
            <button
              key={product._id}
              type="button"
              className={cards.tile}
              data-chosen={pieces > 0 || undefined}
              onClick={() => onAdd(product)}
            >
              <b>
                {productName(product, language)}
                {pieces > 0 && (
                  <span className={cards.count}>
                    × {formatNumber(pieces)} <Unseen>{t('what.onBill')}</Unseen>
                  </span>
                )}
              </b>
              <span>
                <Money amount={product.price} currency={product.currency} />
                {stock && (
                  <small>
                    {t('what.onHand', { n: formatNumber(stock.onHand - stock.reserved) })}
                  </small>
                )}
              </span>
            </button>
          );
        })}
      </div>
    </>
  );
}

/** The classes that begin next and have a seat, to be named to somebody who asks. */
function Soon({ visit: { branchId } }: { visit: Visit }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const inWords = useTimesInWords();
  const { data } = useClasses(branchId, nobody);
  const { rows } = useCachedList(coursesList, { quiet: true });
  const soon = (data?.classes ?? [])
    .filter((one) => one.startDate >= today() && one.seatsTaken < one.capacity)
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate))
    .slice(0, CLASSES_SHOWN);
  if (soon.length === 0) return null;
  return (
    <>
      <h3 className={cards.title}>{t('what.soon')}</h3>
      <ul className={cards.soon}>
        {soon.map((one) => {
          const course = rows?.find(({ _id }) => _id === one.courseId);
          const name = language === 'lo' && course?.nameLo ? course.nameLo : course?.nameEn;
          return (
            <li key={one.classId}>
              <b>{name ?? one.classCode}</b>
              {one.price && (
                <Money amount={one.price.price.amount} currency={one.price.price.currency} />
              )}
              <small>{inWords(one.slots)}</small>
              <small>{t('what.from', { day: showDay(one.startDate) })}</small>
              <b>
                {t('what.left', {
                  count: one.capacity,
                  n: formatNumber(one.capacity - one.seatsTaken),
                  of: formatNumber(one.capacity),
                })}
              </b>
            </li>
          );
        })}
      </ul>
    </>
  );
}

type EmptyWhatProps = { visit: Visit; withClasses: boolean; onAdd: (product: Product) => void };

/** What stands in What before somebody is chosen, or while only goods are sold. */
export const EmptyWhat = ({ visit, withClasses, onAdd }: EmptyWhatProps) => (
  <>
    <Tiles visit={visit} onAdd={onAdd} />
    {withClasses && <Soon visit={visit} />}
  </>
);
