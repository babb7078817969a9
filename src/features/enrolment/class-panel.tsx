import { useTranslation } from 'react-i18next';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import { DOT } from '#contract/words/dot.ts';
import { Facts, Fact } from '#src/components/kit/facts.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Panel } from '#src/components/kit/panel.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { showDay } from '#src/lib/text/day.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { placePath } from '#src/entities/enrolment/place.ts';

type Other = NonNullable<EnrolmentPage['transferFrom']>;

/** The other enrolment of a transfer: a link if the reader may open it, or else its branch. */
function OtherPlace({ label, other }: { label: string; other: Other | null }) {
  const { t } = useTranslation('class-page');
  const { nameOf } = useBranchChoice();
  if (other === null) return null;
  const { enrolmentId, classCode, branchId, status, startDate, endDate } = other;
  return (
    <Fact label={label}>
      {enrolmentId === null ? (
        classCode
      ) : (
        <LinkButton look="text" to={placePath(enrolmentId)}>
          {classCode}
        </LinkButton>
      )}
      <small>
        {[
          enrolmentId === null && nameOf?.(branchId),
          t(`roster.statuses.${status}`),
          `${showDay(startDate)}${endDate === null ? '' : ` – ${showDay(endDate)}`}`,
        ]
          .filter(Boolean)
          .join(DOT)}
      </small>
    </Fact>
  );
}

/**
 * The class with its weekly times, room and teacher, and the enrolments that a transfer connects
 * with this one.
 */
export function ClassPanel({ row }: { row: EnrolmentPage }) {
  const { t } = useTranslation(['enrolment', 'class-page']);
  const language = useLanguage();
  const nameOf = usePersonName();
  const inWords = useTimesInWords();
  const { place, startDate, endDate } = row;
  const none = t('class-page:head.none');
  return (
    <Panel
      id="place-class"
      title={t('place.title')}
      tools={
        <LinkButton look="text" to={editPath(paths.classOverview, place.classId)}>
          {place.classCode}
        </LinkButton>
      }
    >
      <Facts>
        <Fact label={t('class-page:head.course')}>
          {language === 'lo' ? place.courseNameLo : place.courseNameEn}
        </Fact>
        <Fact label={t('class-page:head.term')}>{place.termName}</Fact>
        <Fact label={t('class-page:head.times')}>{inWords(place.slots) || none}</Fact>
        <Fact label={t('class-page:head.room')}>{place.roomName || none}</Fact>
        <Fact label={t('class-page:head.teacher')}>
          {place.teacher ? <WholeWords text={nameOf(place.teacher)} /> : none}
        </Fact>
        <Fact label={t('class-page:roster.since')}>
          <bdi dir="ltr">
            {showDay(startDate)}
            {endDate !== null && ` – ${showDay(endDate)}`}
          </bdi>
        </Fact>
        <OtherPlace label={t('transfer.from')} other={row.transferFrom} />
        <OtherPlace label={t('transfer.to')} other={row.transferTo} />
      </Facts>
    </Panel>
  );
}
