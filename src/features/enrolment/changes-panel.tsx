import { useTranslation } from 'react-i18next';
import { useReasonText } from '#src/entities/drawer/reason-text.ts';
import type { EnrolmentPage, PlaceChange } from '#contract/classes/enrolment-page.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { DOT } from '#contract/words/dot.ts';
import { PanelList, Panel } from '#src/components/kit/panel.tsx';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import { formatDateTime } from '#src/lib/text/format.ts';
import { showDay } from '#src/lib/text/day.ts';
import { showMoney } from '#src/lib/text/money.ts';

type Field = PlaceChange['fields'][number];

/** A value of the audit log in readable form. */
function shownValue(field: string, value: string): string {
  if (value === '') return '–';
  if (field === 'startDate' || field === 'endDate') return showDay(value);
  const [amount = '', currency = ''] = value.split(' ');
  return field === 'price' && priceCurrencies.some((one) => one === currency)
    ? `${showMoney(Number(amount), currency)} ${currency}`
    : value;
}

const knownFields = ['startDate', 'endDate', 'type', 'price', 'note'] as const;
const isKnown = (field: string): field is (typeof knownFields)[number] =>
  knownFields.some((one) => one === field);

/** The history of an enrolment, newest first: what changed, who changed it, when and why. */
export function ChangesPanel({ row }: { row: EnrolmentPage }) {
  const { t } = useTranslation(['enrolment', 'class-page']);
  const reasonText = useReasonText();
  const inWords = ({ field, before, after }: Field) =>
    `${isKnown(field) ? t(`changes.field.${field}`) : field}: ${shownValue(field, before)} → ${shownValue(field, after)}`;
  return (
    <Panel
      id="place-changes"
      title={t('changes.title')}
      tools={<AuditLink entity="enrolments" entityId={row._id} />}
    >
      <PanelList isOrdered>
        {row.changes.length === 0 && (
          <li>
            {t('changes.enrolled')}
            <small>
              {[formatDateTime(row.createdAt), row.enrolledBy].filter(Boolean).join(DOT)}
            </small>
          </li>
        )}
        {row.changes
          .toReversed()
          .map(({ at, by, reason, source, status, holdUntil, fields }, index) => (
            <li key={`${at} ${String(index)}`}>
              {status === null
                ? fields.map(inWords).join('; ')
                : t(`class-page:roster.statuses.${status}`)}
              {status === 'pending' &&
                holdUntil !== null &&
                `${DOT}${t('changes.until', { time: formatDateTime(holdUntil) })}`}
              <small>
                {[
                  formatDateTime(at),
                  source === 'move' ? t('changes.movedIn') : by || t('changes.byServer'),
                  reasonText(reason),
                ]
                  .filter(Boolean)
                  .join(DOT)}
              </small>
            </li>
          ))}
      </PanelList>
    </Panel>
  );
}
