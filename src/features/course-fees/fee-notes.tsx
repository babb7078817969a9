import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { courseFeesList } from '#contract/courses/course-fees-list.ts';
import type { CourseFee, CourseFeeInput } from '#contract/courses/course-fees.ts';
import { isNewVersion, overlapping, replacedFrom } from '#contract/courses/fee-rules.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { DuplicateLine } from '#src/entities/person/duplicate-note.tsx';
import { WarningNote } from '#src/components/page/warning-note.tsx';
import { formatDate, formatNumber } from '#src/lib/text/format.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { today } from '#src/lib/text/today.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { showPrice, showValidity } from '#src/entities/fee/fee-words.ts';

/**
 * Links to the price that is already valid for the same case: the server refuses a second one, and
 * makes one that begins later its next version.
 */
function OverlapNote({ fee }: { fee: CourseFee | undefined }) {
  const { t } = useTranslation('courses');
  const { rows = [] } = useCachedList(courseFeesList, { quiet: true });
  const typed = useWatch<CourseFeeInput>() as CourseFeeInput;
  const other = overlapping(typed, rows, fee?._id);
  if (!other) return null;
  const old = fee ? undefined : replacedFrom(typed, rows, today());
  return (
    <WarningNote title={t(old ? 'replacesFrom' : 'overlaps', { day: formatDate(typed.validFrom) })}>
      <DuplicateLine
        text={`${other.name}${DOT}${showPrice(other)}${DOT}${showValidity(other, t('open'))}`}
      >
        <LinkButton to={editPath(paths.editFee, other._id)}>{t('openFee')}</LinkButton>
      </DuplicateLine>
    </WarningNote>
  );
}

/** Warns that a change of a used price makes a new version, and offers to start it today. */
function VersionNote({ fee }: { fee: CourseFee }) {
  const { t } = useTranslation('courses');
  const { setValue } = useFormContext<CourseFeeInput>();
  const typed = useWatch<CourseFeeInput>() as CourseFeeInput;
  if (fee.replacedById !== null || !isNewVersion(fee, typed, today())) return null;
  return (
    <WarningNote
      title={
        fee.usedBy > 0
          ? t('newVersion', { n: formatNumber(fee.usedBy) })
          : t('replacesFrom', { day: formatDate(typed.validFrom) })
      }
    >
      {fee.usedBy > 0 && typed.validFrom !== today() && (
        <Button
          onClick={() =>
            setValue('validFrom', today(), { shouldDirty: true, shouldValidate: true })
          }
        >
          {t('fromToday')}
        </Button>
      )}
    </WarningNote>
  );
}

/** The warnings before this price is saved. */
export function FeeNotes({ fee }: { fee: CourseFee | undefined }) {
  return (
    <>
      <OverlapNote fee={fee} />
      {fee && <VersionNote fee={fee} />}
    </>
  );
}
