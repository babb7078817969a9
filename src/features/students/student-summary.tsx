import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { attendancePercent } from '#contract/classes/attendance.ts';
import { studentsList } from '#contract/people/students-list.ts';
import { formatPhone } from '#contract/people/phone.ts';
import type { StudentSummary as Summary } from '#contract/people/student-summary.ts';
import type { StudentRecord } from '#contract/people/students.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { Row } from '#src/components/kit/layout.tsx';
import { Panel, PanelList, PanelText } from '#src/components/kit/panel.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { recordKey } from '#src/lib/request/resource.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import styles from './student-summary.module.css';
import { familyPath } from '#src/entities/order/order-path.ts';

const useSummary = (id: string) =>
  useQuery({
    queryKey: [...recordKey(studentsList, id), 'summary'],
    queryFn: ({ signal }) =>
      api.get<Summary>(`${studentsList.path}/${encodeURIComponent(id)}/summary`, {
        signal,
        quiet: true,
      }),
  });

/** A class with its times, the student's attendance, and the newest score. */
function ClassNow({ one }: { one: Summary['classes'][number] }) {
  const { t } = useTranslation('people');
  const times = useTimesInWords();
  const language = useLanguage();
  const { present, late, absent, makeup } = one.attendance;
  const percent = attendancePercent(one.attendance);
  const attended = present + late + makeup;
  return (
    <li>
      <LinkButton look="text" wraps to={`${paths.classOverview}?id=${encodeURIComponent(one._id)}`}>
        {one.classCode}
      </LinkButton>
      <small>
        {[language === 'lo' ? one.courseLo : one.courseEn, times(one.slots)].join(' · ')}
      </small>
      <small>
        {percent === null
          ? t('summary.noMarks')
          : t('summary.attended', {
              n: attended,
              of: attended + absent,
              percent: formatNumber(percent),
            })}
      </small>
      {one.lastScore && (
        <small>
          {t('summary.lastScore', {
            name: one.lastScore.name,
            score: formatNumber(one.lastScore.score),
            of: formatNumber(one.lastScore.maxScore),
          })}
        </small>
      )}
    </li>
  );
}

function Owed({ payers }: { payers: Summary['payers'] }) {
  const { t } = useTranslation('people');
  const payerName = usePayerName();
  const owed = payers.reduce((sum, { owedLAK }) => sum + owedLAK, 0);
  return (
    <Panel id="summary-owed" title={t('summary.owed')}>
      <PanelText>
        <p className={styles.sum}>
          <Money amount={owed} currency="LAK" />
        </p>
      </PanelText>
      <PanelList>
        {payers.map(({ _id, name, nameEn, owedLAK, creditLAK }) => (
          <li key={_id}>
            <LinkButton look="text" wraps to={familyPath(_id)}>
              {payerName({ payerName: name, payerNameEn: nameEn })}
            </LinkButton>
            <small>
              {[
                owedLAK > 0 && t('summary.owes', { sum: formatNumber(owedLAK) }),
                creditLAK > 0 && t('summary.credit', { sum: formatNumber(creditLAK) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </PanelList>
    </Panel>
  );
}

/** The people to call, and the siblings at the centre. */
function Family({ student: { guardians, siblings } }: { student: StudentRecord }) {
  const { t } = useTranslation('people');
  const nameOf = usePersonName();
  if (guardians.length + siblings.length === 0) return null;
  return (
    <Panel id="summary-family" title={t('summary.family')}>
      <PanelList>
        {guardians.map((guardian) => (
          <li key={guardian.parentId}>
            <Row align="between">
              <LinkButton look="text" wraps to={editPath(paths.editParent, guardian.parentId)}>
                {nameOf(guardian)}
              </LinkButton>
              {guardian.phone !== '' && (
                <LinkButton
                  icon={Phone}
                  href={`tel:${guardian.phone}`}
                  aria-label={t('summary.call', { name: nameOf(guardian) })}
                >
                  {formatPhone(guardian.phone)}
                </LinkButton>
              )}
            </Row>
          </li>
        ))}
        {siblings.map((sibling) => (
          <li key={sibling._id}>
            <LinkButton look="text" wraps to={editPath(paths.editStudent, sibling._id)}>
              {nameOf(sibling)}
            </LinkButton>
            <small>{t('summary.sibling', { code: sibling.studentCode })}</small>
          </li>
        ))}
      </PanelList>
    </Panel>
  );
}

/**
 * The panel beside the form: the family's debt, this student's classes with attendance and scores,
 * and the people to call.
 */
export function StudentSummary({ student }: { student: StudentRecord }) {
  const { t } = useTranslation('people');
  const { data, error, refetch } = useSummary(student._id);
  return (
    <aside className={styles.summary} aria-label={t('summary.title')}>
      {error && (
        <LoadFailed error={error} failed={t('summary.failed')} onRetry={() => void refetch()} />
      )}
      {data && data.payers.length > 0 && <Owed payers={data.payers} />}
      <Panel id="summary-classes" title={t('summary.classes')}>
        {data?.classes.length === 0 ? (
          <PanelText>
            <p>{t('summary.noClass')}</p>
          </PanelText>
        ) : (
          <PanelList>
            {data?.classes.map((one) => (
              <ClassNow key={one.enrolmentId} one={one} />
            ))}
          </PanelList>
        )}
      </Panel>
      <Family student={student} />
    </aside>
  );
}
