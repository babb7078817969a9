import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { productsList } from '#contract/stock/products-list.ts';
import { MAX_PRODUCTS_OF_COURSE, type ProductOfCourse } from '#contract/stock/products.ts';
import type { FieldBinding } from '#src/components/fields/form-context.ts';
import { useCourseNames } from '#src/entities/course/use-course-names.ts';
import { arrange } from '#src/lib/text/arrange.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { NeededList } from './needed-list.tsx';
import { productName } from './product-name.ts';
import { useProducts } from './use-products.ts';

const SHOWN = 8;
const make = (productId: string): ProductOfCourse => ({ productId, quantity: 1, needed: 'usual' });
const idOf = ({ productId }: ProductOfCourse) => productId;

/** The products that a course's students need, each with the other courses that need it. */
export function NeededProductsField({
  courseId,
  ...binding
}: FieldBinding<ProductOfCourse[]> & { courseId: string | undefined }) {
  const { t } = useTranslation('products');
  const language = useLanguage();
  const { names } = useCourseNames();
  const { rows, byId } = useProducts();
  const inUse = useMemo(() => rows.filter(({ active }) => active), [rows]);
  const nameOf = (id: string) => {
    const product = byId.get(id);
    return product ? productName(product, language) : '';
  };
  const find = useCallback(
    (text: string) =>
      arrange(inUse, { search: text, searchIn: productsList.search, sort: undefined })
        .slice(0, SHOWN)
        .map((product) => ({
          id: product._id,
          label: productName(product, language),
          detail: product.sku,
        })),
    [inUse, language],
  );
  const aboutOf = (id: string) => {
    const others = byId.get(id)?.courses.filter((course) => course.courseId !== courseId) ?? [];
    return others.length === 0
      ? ''
      : t('needed.alsoFor', {
          names: others.map((course) => names.get(course.courseId)).join(', '),
        });
  };
  return (
    <NeededList
      {...binding}
      title={t('needed.products')}
      label={t('needed.addProduct')}
      placeholder={t('searchHint')}
      max={MAX_PRODUCTS_OF_COURSE}
      idOf={idOf}
      make={make}
      nameOf={nameOf}
      aboutOf={aboutOf}
      find={find}
    />
  );
}
