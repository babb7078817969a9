import { useTranslation } from 'react-i18next';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import { ageOn } from '#contract/dates.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { DOT } from '#contract/words/dot.ts';
import { Row } from '#src/components/kit/layout.tsx';
import { PanelText, Panel } from '#src/components/kit/panel.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { showDay } from '#src/lib/text/day.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { today } from '#src/lib/text/today.ts';
import { studentRecordPath } from '#src/entities/enrolment/place.ts';
import { CallLink } from '#src/entities/person/call-link.tsx';

/** A phone number that is called by a tap. */
function Call({ phone, name }: { phone: string; name: string }) {
  const { t } = useTranslation('enrolment');
  if (phone === '') return null;
  return (
    <CallLink
      look="text"
      phone={phone}
      aria-label={t('who.call', { name, phone: formatPhone(phone) })}
    >
      <bdi dir="ltr">{formatPhone(phone)}</bdi>
    </CallLink>
  );
}

/** The student, and the people to call about them. */
export function PersonPanel({
  student,
  isRecord = false,
}: {
  student: EnrolmentPage['student'];
  isRecord?: boolean;
}) {
  const { t } = useTranslation(['enrolment', 'people']);
  const nameOf = usePersonName();
  const { role, userData } = useStore((state) => state.user);
  const maySeeProfile =
    (role === 'staff' || role === 'superadmin') &&
    (role === 'superadmin' || userData?.branchId === student.homeBranchId);
  const { nickname, studentCode, dateOfBirth, phone, guardians, priceCategory } = student;
  const born =
    dateOfBirth === null
      ? t('who.noBirthday')
      : `${showDay(dateOfBirth)}${DOT}${t('who.years', { count: ageOn(dateOfBirth, today()) })}`;
  return (
    <Panel
      id="place-who"
      title={t('who.title')}
      tools={
        (maySeeProfile || !isRecord) && (
          <LinkButton
            look="text"
            to={
              maySeeProfile
                ? editPath(paths.editStudent, student._id)
                : studentRecordPath(student._id)
            }
          >
            {t(maySeeProfile ? 'who.profile' : 'who.record')}
          </LinkButton>
        )
      }
    >
      <PanelText>
        <strong>
          <WholeWords text={nameOf(student)} />
          {nickname !== '' && ` (${nickname})`}
        </strong>
        <small>
          <bdi dir="ltr">{studentCode}</bdi>
          {DOT}
          {born}
          {priceCategory !== '' && `${DOT}${t('who.category', { category: priceCategory })}`}
        </small>
        {phone !== '' && (
          <Row align="between">
            <span>{t('who.own')}</span> <Call phone={phone} name={nameOf(student)} />
          </Row>
        )}
        {guardians.map((one) => {
          const name = `${one.firstName} ${one.lastName}`;
          return (
            <Row key={one._id} align="between">
              <span>
                <WholeWords text={name} />{' '}
                <small>
                  {[t(`people:record.relations.${one.relation}`), one.isPayer && t('who.pays')]
                    .filter(Boolean)
                    .join(DOT)}
                </small>
              </span>
              <Call phone={one.phone} name={name} />
            </Row>
          );
        })}
      </PanelText>
    </Panel>
  );
}
