import { useTranslation } from 'react-i18next';
import { coursesList } from '#contract/courses/courses-list.ts';
import type { DiscountRule } from '#contract/desk/discounts.ts';
import { registrationKey, type PricedLine } from '#contract/desk/visit-prices.ts';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { productName } from '#src/entities/product/product-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import type { Visit } from './use-visit.ts';
import type { VisitDraft } from './visit-draft.ts';

/** The name of a line of the bill, as a slip keeps it. */
export type LineNames = (line: PricedLine) => string;

type NamedRule = DiscountRule & { nameEn: string; nameLo: string };

/**
 * The words of the lines of a bill in the interface language; `draft` is the visit of these lines.
 */
export function useBillWords(
  { products, rules }: Pick<Visit, 'products' | 'rules'>,
  draft: VisitDraft,
) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const inWords = useTimesInWords();
  const { rows } = useCachedList(coursesList, { quiet: true });
  const placeOf = (key: string) =>
    draft.places.find((place) => place.key === key || registrationKey(place.key) === key);
  const courseOf = (courseId: string | undefined) => {
    const course = rows?.find(({ _id }) => _id === courseId);
    return course
      ? language === 'lo' && course.nameLo !== ''
        ? course.nameLo
        : course.nameEn
      : '';
  };
  return {
    nameOf: ((line) => {
      const offered = placeOf(line.key)?.offered;
      const product = line.kind === 'product' ? products.get(line.refId ?? '') : undefined;
      if (line.kind === 'product') return product ? productName(product, language) : '';
      if (line.kind === 'adjustment') {
        const reason = draft.adjustments.find(({ key }) => key === line.key)?.reason ?? '';
        return reason === '' ? t('line.adjustment') : reason;
      }
      const course = courseOf(offered?.courseId) || (offered?.classCode ?? '');
      return line.kind === 'registration' ? t('pay.registration', { course }) : course;
    }) satisfies LineNames,
    detailOf: (line: PricedLine): string => {
      const offered = line.kind === 'tuition' ? placeOf(line.key)?.offered : undefined;
      return offered ? inWords(offered.slots) : '';
    },
    discountName: (ruleId: string | null, percent: number | null): string => {
      const rule = (rules.data?.discounts as readonly NamedRule[] | undefined)?.find(
        ({ _id }) => _id === ruleId,
      );
      const name = rule ? (language === 'lo' ? rule.nameLo : rule.nameEn) : t('pay.discount');
      return percent === null ? name : `${name}, ${percent} %`;
    },
    withClass: t('pay.withClass'),
    byRule: t('pay.byRule'),
  };
}
