import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { coursesList } from '#contract/courses/courses-list.ts';
import { MAX_COURSES_OF_PRODUCT, type CourseOfProduct } from '#contract/stock/products.ts';
import type { FieldBinding } from '#src/components/fields/form-context.ts';
import { useCourseNames } from '#src/entities/course/use-course-names.ts';
import { NeededList } from '#src/entities/product/needed-list.tsx';
import { productName } from '#src/entities/product/product-name.ts';
import { useProducts } from '#src/entities/product/use-products.ts';
import { arrange } from '#src/lib/text/arrange.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

const SHOWN = 8;
const make = (courseId: string): CourseOfProduct => ({ courseId, quantity: 1, needed: 'usual' });
const idOf = ({ courseId }: CourseOfProduct) => courseId;

/** The courses whose students need a product, each with its other products. */
export function NeededByField({
  productId,
  ...binding
}: FieldBinding<CourseOfProduct[]> & { productId: string | undefined }) {
  const { t } = useTranslation('products');
  const language = useLanguage();
  const { rows, names } = useCourseNames();
  const { rows: products } = useProducts();
  const inUse = useMemo(() => rows.filter(({ active }) => active), [rows]);
  const nameOf = (id: string) => names.get(id) ?? '';
  const find = useCallback(
    (text: string) =>
      arrange(inUse, { search: text, searchIn: coursesList.search, sort: undefined })
        .slice(0, SHOWN)
        .map(({ _id, code }) => ({ id: _id, label: names.get(_id) ?? '', detail: code })),
    [inUse, names],
  );
  const aboutOf = (courseId: string) => {
    const others = products.filter(
      (product) =>
        product._id !== productId && product.courses.some((one) => one.courseId === courseId),
    );
    return others.length === 0
      ? ''
      : t('needed.alsoNeeds', {
          names: others.map((one) => productName(one, language)).join(', '),
        });
  };
  return (
    <NeededList
      {...binding}
      title={t('section.courses')}
      label={t('needed.addCourse')}
      placeholder={t('needed.addCourseHint')}
      max={MAX_COURSES_OF_PRODUCT}
      idOf={idOf}
      make={make}
      nameOf={nameOf}
      aboutOf={aboutOf}
      find={find}
    />
  );
}
