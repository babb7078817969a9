import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CourseFeeInput } from '#contract/course-fees.ts';
import type { Course } from '#contract/courses.ts';
import { cashStepOf, proRata } from '#contract/money.ts';
import { formatNumber } from '#src/lib/format.ts';
import { showMoney } from '#src/lib/money.ts';
import { useStore } from '#src/lib/store.ts';
import { PlainField } from '#src/theme/plain-field.tsx';

const DEFAULT_CASH_STEP = 1000;
/** Of a course whose number of sessions is not known. */
const USUAL_SESSIONS = 24;

/** What somebody who joins late would pay for the price as it is typed, with the sum that makes it. */
export function ProRataSum({ courses }: { courses: readonly Course[] }) {
  const { t } = useTranslation('courses');
  const [courseId, amount, currency, prorate] = useWatch<CourseFeeInput, ['courseId', 'amount', 'currency', 'prorate']>({
    name: ['courseId', 'amount', 'currency', 'prorate'],
  });
  const cashStep = useStore(({ branch }) => branch.branchData?.cashStep ?? DEFAULT_CASH_STEP);
  const total = courses.find(({ _id }) => _id === courseId)?.totalSessions ?? USUAL_SESSIONS;
  const [typed, setTyped] = useState<string>();
  if (prorate !== 'sessions' || !Number.isSafeInteger(amount)) return null;
  const left = Math.min(Number(typed ?? Math.max(Math.round(total / 3), 1)), total);
  const step = cashStepOf(currency, cashStep);
  const part = proRata(amount, left, total, step);
  const words = { left: String(left), total: String(total), price: showMoney(amount, currency), part: showMoney(part, currency), currency };
  return (
    <chakra.div
      gridColumn="1 / -1"
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: '160px minmax(0, 1fr)' }}
      gap="3"
      alignItems="center"
      padding="3"
      bg="bg.subtle"
      borderRadius="md"
      css={{ '& input': { width: 'full' } }}
    >
      <PlainField
        label={t('remaining')}
        inputMode="numeric"
        value={typed ?? String(left)}
        maxLength={3}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
      />
      <chakra.p role="status" lineHeight="lao">
        <bdi dir="ltr">{t('sum', words)}</bdi>
        {step > 1 && (
          <chakra.small display="block" color="fg.muted" textStyle="xs">
            {t('sumRounded', { step: `${formatNumber(step)} LAK` })}
          </chakra.small>
        )}
      </chakra.p>
    </chakra.div>
  );
}
