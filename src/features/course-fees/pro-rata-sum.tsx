import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CourseFeeInput } from '#contract/courses/course-fees.ts';
import type { Course } from '#contract/courses/courses.ts';
import { cashStepOf, proRata } from '#contract/money/money.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { readWhole } from '#contract/words/typed-number.ts';
import { HelpText } from '#src/components/kit/field.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useStore } from '#src/lib/store.ts';

const DEFAULT_CASH_STEP = 1000;
/** Assumed for a course without a number of sessions. */
const USUAL_SESSIONS = 24;

/** The price for a student who joins late, from the typed price, with its calculation. */
export function ProRataSum({ courses }: { courses: readonly Course[] }) {
  const { t } = useTranslation('courses');
  const language = useLanguage();
  const [courseId, amount, currency, prorate] = useWatch<
    CourseFeeInput,
    ['courseId', 'amount', 'currency', 'prorate']
  >({
    name: ['courseId', 'amount', 'currency', 'prorate'],
  });
  const cashStep = useStore(({ branch }) => branch.branchData?.cashStep ?? DEFAULT_CASH_STEP);
  const total = courses.find(({ _id }) => _id === courseId)?.totalSessions ?? USUAL_SESSIONS;
  const [typed, setTyped] = useState<string>();
  if (prorate !== 'sessions' || !Number.isSafeInteger(amount)) return null;
  const usual = Math.max(Math.round(total / 3), 1);
  const read = readWhole(typed ?? String(usual));
  const left = Math.min(('value' in read ? read.value : null) ?? 0, total);
  const step = cashStepOf(currency, cashStep);
  const part = proRata(amount, left, total, step);
  const words = {
    count: total,
    left: String(left),
    total: String(total),
    price: showMoney(amount, currency),
    part: showMoney(part, currency),
    currency,
  };
  return (
    <Stack isWide>
      <Note>
        <PlainField
          label={t('remaining')}
          inputMode="numeric"
          value={typed ?? String(usual)}
          maxLength={3}
          error={'error' in read ? fieldErrorText(read.error, language) : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div role="status">
          <bdi dir="ltr">{t('sum', words)}</bdi>
          {step > 1 && (
            <HelpText>{t('sumRounded', { step: `${formatNumber(step)} LAK` })}</HelpText>
          )}
        </div>
      </Note>
    </Stack>
  );
}
