import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { personKinds, type Erasure, type ErasureList } from '#contract/people/personal-data.ts';
import { DOT } from '#contract/words/dot.ts';
import { Stack } from '#src/components/kit/layout.tsx';
import { Panel, PanelList, PanelText } from '#src/components/kit/panel.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { personalDataPath } from '#src/entities/person/personal-data-path.ts';
import { paths } from '#src/lib/paths.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { ErasureRequest } from './erasure-request.tsx';
import { PersonPage } from './person-page.tsx';
import { useErasures } from './personal-data-queries.ts';

function Requests({ rows }: { rows: readonly Erasure[] }) {
  const { t } = useTranslation('personal-data');
  if (rows.length === 0) return <PanelText isMuted>{t('noRequests')}</PanelText>;
  return (
    <PanelList>
      {rows.map((row) => (
        <li key={row._id}>
          <Stack>
            <Link to={personalDataPath({ kind: row.kind, id: row.personId })}>
              {[t(`kinds.${row.kind}`), row.name, row.code].join(DOT)}
            </Link>
            <ErasureRequest erasure={row} />
          </Stack>
        </li>
      ))}
    </PanelList>
  );
}

/** Prospects without any place, who stay until somebody asks for the erasure of each. */
function Proposals({ list }: { list: ErasureList }) {
  const { t } = useTranslation('personal-data');
  const { prospects, prospectsInAll, prospectMonths } = list;
  return (
    <Panel title={t('prospects.title')} count={formatNumber(prospectsInAll)}>
      <PanelText isMuted>
        {prospectMonths === 0 ? t('prospects.off') : t('prospects.text', { count: prospectMonths })}
      </PanelText>
      {prospects.length > 0 && (
        <PanelList>
          {prospects.map(({ _id, name, studentCode, lastChangeAt }) => (
            <li key={_id}>
              <Link to={personalDataPath({ kind: 'student', id: _id })}>
                {[name, studentCode, formatDateTime(lastChangeAt)].join(DOT)}
              </Link>
            </li>
          ))}
        </PanelList>
      )}
    </Panel>
  );
}

function List() {
  const { t } = useTranslation(['personal-data', 'shell']);
  const { data, error, refetch } = useErasures();
  return (
    <>
      <PageHeader title={t('shell:page.personalData')} back={paths.schoolInfo} />
      {!data &&
        (error ? (
          <LoadFailed error={error} failed={t('failed')} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton columns={3} />
        ))}
      {data && (
        <Stack>
          <Panel title={t('requests')} count={formatNumber(data.open.length)}>
            <Requests rows={data.open} />
          </Panel>
          <Proposals list={data} />
          {data.done.length > 0 && (
            <Panel title={t('done')} count={formatNumber(data.done.length)}>
              <Requests rows={data.done} />
            </Panel>
          )}
        </Stack>
      )}
    </>
  );
}

/** Requests to erase people, or the data of the one in the address. */
export function PersonalDataPage() {
  const [params] = useSearchParams();
  const id = params.get('id');
  const kind = personKinds.find((one) => one === params.get('kind'));
  if (id === null || !kind) return <List />;
  return <PersonPage key={id} kind={kind} id={id} />;
}
