import { useSearchParams } from 'react-router-dom';
import { loadWords } from '#src/lib/text/i18n.ts';
import { onDemand } from './on-demand.tsx';

const Info = onDemand(async () => {
  const [{ SchoolInfoPage }] = await Promise.all([
    import('#src/features/school-info/school-info-page.tsx'),
    loadWords('school-info'),
  ]);
  return SchoolInfoPage;
});
const Log = onDemand(async () => {
  const [{ AuditList }] = await Promise.all([
    import('#src/features/audit-log/audit-list.tsx'),
    loadWords('audit-log'),
  ]);
  return AuditList;
});
const Entry = onDemand(async () => {
  const [{ AuditRecord }] = await Promise.all([
    import('#src/features/audit-log/audit-record.tsx'),
    loadWords(['audit-log', 'queue', 'rights-page']),
  ]);
  return AuditRecord;
});

const MovingIn = onDemand(async () => {
  const [{ MovingInPage }] = await Promise.all([
    import('#src/features/moving-in/moving-in-page.tsx'),
    loadWords(['moving-in', 'tables']),
  ]);
  return MovingInPage;
});

const Leaving = onDemand(async () => {
  const [{ CentreExportPage }] = await Promise.all([
    import('#src/features/centre-export/centre-export-page.tsx'),
    loadWords('centre-export'),
  ]);
  return CentreExportPage;
});

const PersonalData = onDemand(async () => {
  const [{ PersonalDataPage }] = await Promise.all([
    import('#src/features/personal-data/personal-data-page.tsx'),
    loadWords('personal-data'),
  ]);
  return PersonalDataPage;
});

function Pages() {
  const [params] = useSearchParams();
  const id = params.get('id');
  if (params.get('view') === 'moving-in') return <MovingIn />;
  if (params.get('view') === 'export') return <Leaving />;
  if (params.get('view') === 'personal-data') return <PersonalData />;
  if (params.get('view') !== 'audit') return <Info />;
  return id === null ? <Log /> : <Entry key={id} id={id} />;
}

/**
 * The centre's details, the audit log, one of its entries, moving in, the export of everything, or
 * people's data; fetches only the page that is shown.
 */
export async function loadSchoolInfoPages() {
  const params = new URLSearchParams(window.location.search);
  const view = params.get('view');
  if (view === 'moving-in') await MovingIn.load();
  else if (view === 'export') await Leaving.load();
  else if (view === 'personal-data') await PersonalData.load();
  else await (view !== 'audit' ? Info : params.has('id') ? Entry : Log).load();
  return Pages;
}
