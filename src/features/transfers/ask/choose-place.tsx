import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { classesList } from '#contract/classes/classes-list.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { studentsList } from '#contract/people/students-list.ts';
import type { Student } from '#contract/people/students.ts';
import { Stack } from '#src/components/kit/layout.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { takesCards } from '#src/components/scan/takes-scan.ts';
import { usePersonScan } from '#src/components/scan/use-person-scan.ts';
import { usePlacesOf } from '#src/features/transfers/transfer-queries.ts';
import styles from '#src/features/transfers/transfers.module.css';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';

const FOUND = 8;

function PlaceLink({ enrolmentId, classId }: { enrolmentId: string; classId: string }) {
  const { data } = useQuery({
    queryKey: [classesList.name, 'record', classId],
    queryFn: ({ signal }) =>
      api.get<SchoolClass>(`${classesList.path}/${classId}`, { signal, quiet: true }),
  });
  return (
    <Link className={styles.place} to={`${paths.createTransfer}?enrolmentId=${enrolmentId}`}>
      <b>{data?.classCode ?? '…'}</b>
    </Link>
  );
}

/**
 * Chooses the enrolment to transfer if the address names none: a student, and one of the student's
 * classes.
 */
export function ChoosePlace() {
  const { t } = useTranslation('transfers');
  const nameOf = usePersonName();
  const [search, setSearch] = useState('');
  usePersonScan(setSearch);
  const [student, setStudent] = useState<{ id: string; name: string }>();
  const found = useQuery({
    queryKey: [studentsList.name, 'found', search.trim()],
    queryFn: ({ signal }) =>
      api.list<Student>(studentsList.path, {
        query: { search: search.trim(), pageSize: FOUND, count: 'false' },
        signal,
        quiet: true,
      }),
    enabled: search.trim() !== '',
  });
  const places = usePlacesOf(student?.id ?? '');
  return (
    <div className={styles.places}>
      <Stack gap={2}>
        <PlainField
          {...takesCards}
          label={t('ask.student')}
          type="search"
          placeholder={t('list.search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        {search.trim() !== '' && found.data?.rows.length === 0 && (
          <p role="status">{t('ask.nobody')}</p>
        )}
        {search.trim() !== '' &&
          found.data?.rows.map((row) => (
            <button
              key={row._id}
              type="button"
              className={styles.place}
              onClick={() => {
                setStudent({ id: row._id, name: nameOf(row) });
                setSearch('');
              }}
            >
              <b>
                <WholeWords text={nameOf(row)} />
              </b>
              <bdi dir="ltr">{row.studentCode}</bdi>
            </button>
          ))}
        {student && (
          <section aria-label={student.name}>
            <h2>
              <WholeWords text={student.name} />
            </h2>
            <p role="status">{places?.length === 0 ? t('ask.noPlace') : t('ask.choosePlace')}</p>
            {places?.map(({ _id, classId }) => (
              <PlaceLink key={_id} enrolmentId={_id} classId={classId} />
            ))}
          </section>
        )}
      </Stack>
    </div>
  );
}
