import type { ApiRoute } from './api-routes.ts';

/** Routes of the overview, the figures, the books and the journal. */
export const reportRoutes: ApiRoute[] = [
  {
    method: 'GET',
    path: '/figures',
    query: '?from=2026-01-01&to=2026-01-31',
    action: 'figures:read',
  },
  {
    method: 'GET',
    path: '/academic-report',
    query: '?termId=0193a000-0000-7000-8000-000000000001',
    action: 'academic-report:read',
  },
  {
    method: 'GET',
    path: '/academic-report/export',
    query: '?termId=0193a000-0000-7000-8000-000000000001',
    action: 'academic-report:read',
  },
  {
    method: 'GET',
    path: '/report-cards',
    query: '?studentId=0193a000-0000-7000-8000-000000000001',
    action: 'academic-report:read',
  },
  {
    method: 'GET',
    path: '/certificates',
    query: '?studentId=0193a000-0000-7000-8000-000000000001',
    action: 'certificates:read',
  },
  {
    method: 'GET',
    path: '/certificates/check',
    query: '?number=VTE-CE26-000001',
    action: 'certificates:read',
  },
  { method: 'POST', path: '/certificates', action: 'certificates:write' },
  { method: 'POST', path: '/certificates/:id/revoke', action: 'certificates:write' },
  {
    method: 'GET',
    path: '/students/cards',
    query: '?ids=0193a000-0000-7000-8000-000000000001',
    action: 'students:read',
  },
  { method: 'GET', path: '/audit-log', action: 'audit-log:read' },
  { method: 'GET', path: '/audit-log/export', action: 'audit-log:read' },
  { method: 'GET', path: '/audit-log/people', action: 'audit-log:read' },
  { method: 'GET', path: '/audit-log/:id', action: 'audit-log:read' },
  { method: 'POST', path: '/audit-log/refused', action: 'own-account:write' },
  ...(['enrolment', 'attendance', 'pay', 'money'] as const).flatMap((name): ApiRoute[] => {
    const action = (
      {
        enrolment: 'reports:read',
        attendance: 'reports:read',
        pay: 'teacher-pay:read',
        money: 'figures:read',
      } as const
    )[name];
    const figure = { enrolment: 'active', attendance: 'marks', pay: 'pay', money: 'billed' }[name];
    const query = '?from=2026-01-01&to=2026-01-31';
    return [
      { method: 'GET', path: `/reports/${name}`, query, action },
      { method: 'GET', path: `/reports/${name}/rows`, query: `${query}&figure=${figure}`, action },
      { method: 'GET', path: `/reports/${name}/export`, query, action },
    ];
  }),
  { method: 'GET', path: '/overview/queue', action: 'queue:read' },
  { method: 'GET', path: '/overview/money', action: 'overview:read' },
  { method: 'GET', path: '/overview/receivables', action: 'overview:read' },
  { method: 'GET', path: '/overview/seats', action: 'overview:read' },
  { method: 'GET', path: '/overview/enrolments', action: 'overview:read' },
  { method: 'GET', path: '/overview/steps', action: 'overview:read' },
  {
    method: 'GET',
    path: '/reports/pay/sheet',
    query: '?from=2026-01-01&to=2026-01-31',
    action: 'teacher-pay:read',
  },
  { method: 'GET', path: '/saved-views', action: 'own-account:read' },
  { method: 'PUT', path: '/saved-views', action: 'own-account:write' },
  { method: 'GET', path: '/books', action: 'books:read' },
  { method: 'POST', path: '/books/check', action: 'books:check' },
  {
    method: 'GET',
    path: '/journal',
    query: '?from=2026-01-01&to=2026-01-31',
    action: 'journal:read',
  },
  {
    method: 'GET',
    path: '/journal/export',
    query: '?from=2026-01-01&to=2026-01-31',
    action: 'journal:read',
  },
  { method: 'GET', path: '/journal/accounts', action: 'journal:read' },
  { method: 'PUT', path: '/journal/accounts', action: 'journal:write' },
  { method: 'GET', path: '/settlements', action: 'figures:read' },
  { method: 'POST', path: '/settlements', action: 'settlements:write' },
  { method: 'POST', path: '/settlements/:id/confirm', action: 'settlements:write' },
];
