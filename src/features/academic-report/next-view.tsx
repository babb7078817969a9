import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AcademicRow } from '#contract/reports/academic-report.ts';
import { DOT } from '#contract/words/dot.ts';
import { Panels } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PanelText } from '#src/components/kit/panel.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { SumTable } from '#src/entities/report/sum-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { NoRows, ReportHead, useAcademicReport } from './report-head.tsx';
import { studentRecordPath } from '#src/entities/enrolment/place.ts';

type Going = AcademicRow & { next: NonNullable<AcademicRow['next']> };
const goesOn = (row: AcademicRow): row is Going => row.next !== null;

/** Students who may go on, by their next course; those without a seat there come first. */
function Lists({ rows }: { rows: readonly Going[] }) {
  const { t } = useTranslation('academic-report');
  const language = useLanguage();
  const nameOf = usePersonName();
  const courses = [
    ...new Map(rows.map(({ next }) => [next.courseId, next.name[language]])),
  ].toSorted(([, a], [, b]) => a.localeCompare(b, language));
  return (
    <Panels>
      {courses.map(([courseId, course]) => {
        const going = rows
          .filter(({ next }) => next.courseId === courseId)
          .toSorted((a, b) => Number(a.hasPlace) - Number(b.hasPlace));
        const waiting = going.filter(({ hasPlace }) => !hasPlace).length;
        return (
          <SumTable
            key={courseId}
            title={course}
            head={[t('student'), t('average'), t('place')]}
            rows={going.map((row) => ({
              key: row.enrolmentId,
              name: (
                <Link to={studentRecordPath(row.studentId)}>
                  <WholeWords text={nameOf(row)} />
                </Link>
              ),
              detail: `${row.studentCode}${DOT}${row.classCode}`,
              sums: [
                row.average === null ? '–' : `${formatNumber(Math.round(row.average))} %`,
                t(row.hasPlace ? 'hasPlace' : 'noPlace'),
              ],
            }))}
            empty={t('nothing')}
            note={
              <PanelText isMuted>
                {t('nextNote', { all: formatNumber(going.length), waiting: formatNumber(waiting) })}
              </PanelText>
            }
          />
        );
      })}
    </Panels>
  );
}

/** The next-level lists of a term. */
export function NextView() {
  const { t } = useTranslation('academic-report');
  const language = useLanguage();
  const report = useAcademicReport();
  const { rows } = report;
  const going = rows?.filter(goesOn);
  return (
    <>
      <ReportHead report={report} view="next" lang={language} />
      {going && (going.length === 0 ? <Note>{t('nobodyGoesOn')}</Note> : <Lists rows={going} />)}
      {!going && <NoRows report={report} />}
    </>
  );
}
