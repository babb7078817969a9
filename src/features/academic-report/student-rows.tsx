import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AcademicRow } from '#contract/reports/academic-report.ts';
import { Mark } from '#src/components/kit/mark.tsx';
import { Panel } from '#src/components/kit/panel.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { CardTable } from '#src/entities/report/card-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { cardsPath } from '#src/entities/report/report-paths.ts';

const tones = { pass: 'on', conditional: 'new', fail: 'off' } as const;
const percent = (value: number | null) => (
  <bdi dir="ltr">{value === null ? '–' : `${formatNumber(Math.round(value))} %`}</bdi>
);

/** Students with their results; each name links to the report card. */
export function StudentRows({
  title,
  rows,
  action,
}: {
  title: string;
  rows: readonly AcademicRow[];
  action?: ReactNode;
}) {
  const { t } = useTranslation('academic-report');
  const nameOf = usePersonName();
  const language = useLanguage();
  return (
    <Panel title={title} tools={action}>
      <CardTable
        label={title}
        head={[
          t('student'),
          t('average'),
          t('attendance'),
          t('grade'),
          t('resultHead'),
          t('goesOn'),
        ]}
        isEnd={(column) => column > 0 && column < 4}
      >
        <tbody>
          {rows.map((row) => (
            <tr key={row.enrolmentId}>
              <th scope="row">
                <Link to={cardsPath({ student: row.studentId })}>
                  <WholeWords text={nameOf(row)} />
                </Link>
                <small>{row.studentCode}</small>
              </th>
              <td data-end data-label={t('average')}>
                {percent(row.average)}
              </td>
              <td data-end data-label={t('attendance')}>
                {percent(row.attendance)}
              </td>
              <td data-end data-label={t('grade')}>
                {row.grade ?? '–'}
              </td>
              <td>
                {row.result !== null && (
                  <Mark label={t(`result.${row.result}`)} tone={tones[row.result]} />
                )}
                {row.result === null &&
                  (row.proposed === null
                    ? t('result.undecided')
                    : t('proposed', { result: t(`result.${row.proposed}`) }))}
              </td>
              <td data-label={t('goesOn')}>
                {row.next?.name[language] ?? '–'}
                {row.hasPlace && <small>{t('hasPlace')}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </CardTable>
    </Panel>
  );
}
