import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { attendancePercent } from '#contract/classes/attendance.ts';
import type { StudentPlaces } from '#contract/classes/enrolment-page.ts';
import { DOT } from '#contract/words/dot.ts';
import { Mark } from '#src/components/kit/mark.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { Stack, Columns, HeadLine } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PanelText, Panel } from '#src/components/kit/panel.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import { paths } from '#src/lib/paths.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import { useStudentPlaces } from './enrolment-queries.ts';
import { PersonPanel } from './person-panel.tsx';
import { PlaceOrders } from './price-panel.tsx';
import { familyPath } from '#src/entities/order/order-path.ts';
import { PassedBefore } from '#src/entities/enrolment/passed-before.tsx';
import { studentTones } from '#src/entities/person/person-words.ts';
import { placePath, placeTone } from '#src/entities/enrolment/place.ts';

/** Every class that the student is, was or waits to be in, newest first. */
function PlacesPanel({ places }: Pick<StudentPlaces, 'places'>) {
  const { t } = useTranslation(['enrolment', 'class-page']);
  const language = useLanguage();
  const inWords = useTimesInWords();
  return (
    <Panel id="student-places" title={t('student.places')} count={places.length}>
      {places.length === 0 ? (
        <PanelText>{t('student.noPlaces')}</PanelText>
      ) : (
        <SmallTable>
          <thead>
            <tr>
              <th scope="col">{t('place.title')}</th>
              <th scope="col">{t('class-page:roster.status')}</th>
              <th scope="col" data-end>
                {t('class-page:roster.attendance')}
              </th>
            </tr>
          </thead>
          <tbody>
            {places.map((place) => {
              const percent = attendancePercent(place.attendance);
              return (
                <tr key={place.enrolmentId}>
                  <th scope="row">
                    <Link to={placePath(place.enrolmentId)}>{place.classCode}</Link>
                    <small>
                      {[
                        language === 'lo' ? place.courseNameLo : place.courseNameEn,
                        place.termName,
                        inWords(place.slots),
                      ]
                        .filter(Boolean)
                        .join(DOT)}
                    </small>
                  </th>
                  <td>
                    <Mark
                      label={t(`class-page:roster.statuses.${place.status}`)}
                      tone={placeTone(place.status)}
                    />
                    <small>
                      <bdi dir="ltr">
                        {showDay(place.since)}
                        {place.until !== null && ` – ${showDay(place.until)}`}
                      </bdi>
                    </small>
                  </td>
                  <td data-end>
                    {percent === null ? '–' : `${formatNumber(Math.round(percent))} %`}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </SmallTable>
      )}
    </Panel>
  );
}

function Account({ row }: { row: StudentPlaces }) {
  const { t } = useTranslation(['enrolment', 'orders']);
  return (
    <Panel
      id="student-account"
      title={t('student.account')}
      tools={
        <LinkButton look="text" to={familyPath(row.payerId)}>
          {t('orders:payer.account')}
        </LinkButton>
      }
    >
      <PanelText>
        <span>{t('orders:payer.owes', { sum: formatNumber(row.owedLAK) })}</span>
        <span>{t('orders:payer.credit', { sum: formatNumber(row.creditLAK) })}</span>
      </PanelText>
    </Panel>
  );
}

/** A student for reading; of a student of another branch, only the person and the debt. */
export function StudentRecord({ id }: { id: string }) {
  const { t } = useTranslation(['enrolment', 'people']);
  const nameOf = usePersonName();
  const { nameOf: branchOf } = useBranchChoice();
  const { loaded, row, ...state } = useStudentPlaces(id);
  return (
    <>
      <PageHeader
        title={row && loaded.status === 'ready' ? nameOf(row) : t('student.title')}
        back={paths.manageEnrollment}
        freshness={<Freshness list={{ ...state, rows: row && [row], total: 1 }} />}
      />
      <RecordStates record={loaded} failed={t('student.failed')} back={paths.manageEnrollment}>
        {(student) =>
          student && (
            <>
              <HeadLine>
                <Mark
                  label={t(`people:statuses.${student.status}`)}
                  tone={studentTones[student.status]}
                />
                <bdi dir="ltr">{student.studentCode}</bdi>
                {branchOf && <span>{branchOf(student.homeBranchId)}</span>}
              </HeadLine>
              <Stack>
                {student.isOfOtherBranch && <Note>{t('student.other')}</Note>}
                <Columns
                  isAsideFirst
                  label={t('aside')}
                  aside={
                    <>
                      <PersonPanel student={student} isRecord />
                      <Account row={student} />
                    </>
                  }
                >
                  <PlacesPanel places={student.places} />
                  <PassedBefore courses={student.passedBefore} />
                  <PlaceOrders orders={student.orders} />
                </Columns>
              </Stack>
            </>
          )
        }
      </RecordStates>
    </>
  );
}
