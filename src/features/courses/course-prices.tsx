import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { courseFeesList } from '#contract/courses/course-fees-list.ts';
import { AddInline } from '#src/components/fields/add-inline.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { feeState, feeTones, showPrice } from '#src/entities/fee/fee-words.ts';
import { useAddFee } from '#src/entities/fee/use-add-fee.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { today } from '#src/lib/text/today.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/** A press anywhere on the price opens it. */
const RowLink = chakra(Link, {
  base: { _after: { content: '""', position: 'absolute', inset: '0' } },
});

/**
 * The current price of a course and the coming ones; each links to its page, and a new one is added
 * here.
 */
export function CoursePrices({ courseId }: { courseId: string }) {
  const { t } = useTranslation('courses');
  const { rows = [] } = useCachedList(courseFeesList, { sort: 'name', quiet: true });
  const adding = useAddFee(courseId, null);
  const own = rows.filter(
    (fee) =>
      fee.courseId === courseId && (fee.replacedById === null || feeState(fee, today()) === 'now'),
  );
  return (
    <chakra.section
      aria-labelledby="course-prices"
      padding="4"
      display="grid"
      gap="3"
      bg="bg.panel"
      border="1px solid {colors.border}"
      borderRadius="lg"
      lineHeight="lao"
    >
      <chakra.div display="flex" justifyContent="space-between" alignItems="center" gap="2">
        <chakra.h2 id="course-prices" fontSize="lg" fontWeight="semibold">
          {t('fees')}
        </chakra.h2>
        {own.length > 0 && <AddInline {...adding} isFirst={false} onAdded={() => undefined} />}
      </chakra.div>
      {own.length === 0 && (
        <>
          <p>{t('emptyFees')}</p>
          <AddInline {...adding} isFirst onAdded={() => undefined} />
        </>
      )}
      {own.map((fee) => (
        <chakra.div
          key={fee._id}
          position="relative"
          display="grid"
          gridTemplateColumns="minmax(0, 1fr) auto"
          columnGap="3"
          alignItems="center"
        >
          <RowLink to={editPath(paths.editFee, fee._id)}>{fee.name}</RowLink>
          <chakra.strong fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
            {showPrice(fee)}
          </chakra.strong>
          <chakra.span color="fg.muted">{t(`bases.${fee.basis}`)}</chakra.span>
          <chakra.span justifySelf="end">
            <Mark
              tone={feeTones[feeState(fee, today())]}
              label={t(`states.${feeState(fee, today())}`)}
            />
          </chakra.span>
        </chakra.div>
      ))}
    </chakra.section>
  );
}
