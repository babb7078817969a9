import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TimelineEntry } from '#contract/people.ts';
import { formatPhone } from '#contract/phone.ts';
import { Dialog } from '#src/components/feedback/dialog.tsx';
import { api } from '#src/lib/api.ts';
import { showDay } from '#src/lib/day.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { say } from '#src/lib/i18n.ts';
import { provinceName } from '#src/lib/province-name.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { useBranchChoice } from '#src/offline/branch-choice.ts';
import type { PersonRow } from './record-actions.tsx';
import { withCurrencies } from './timeline-rates.ts';

const isPerson = (value: unknown): value is { firstName: string; lastName: string; phone: string } =>
  typeof value === 'object' && value !== null && 'firstName' in value;

/** The words for `key`. What an older version wrote may have none any more; then it stands as it is. */
function useWords() {
  const { i18n } = useTranslation('people');
  const language = useLanguage();
  return (key: string, value: string, namespace = 'people'): string => {
    const words: unknown = i18n.getResource(language, namespace, key);
    return typeof words === 'string' ? words : value;
  };
}

const isTime = (value: unknown): value is { weekday: number; start: string; end: string } =>
  typeof value === 'object' && value !== null && 'weekday' in value;

/** Where the words of a field's values are, and of which namespace where it is another one than that of all people. */
const LISTS: Record<string, [key: string, namespace?: string]> = {
  ...{ gender: ['genders'], status: ['statuses'], source: ['sources'] },
  ...{ 'teachers.status': ['state', 'teachers'], 'teachers.employmentType': ['employment', 'teachers'] },
};

/** A value of the audit log as a person reads it. */
function useValueText(path: string) {
  const { t } = useTranslation(['people', 'common']);
  const language = useLanguage();
  const worded = useWords();
  const { nameOf } = useBranchChoice();
  const itemText = (item: unknown): string => {
    if (isPerson(item)) return `${item.firstName} ${item.lastName} ${formatPhone(item.phone)}`;
    if (isTime(item)) return `${worded(`weekdays.${item.weekday}`, String(item.weekday), 'teachers')} ${item.start}–${item.end}`;
    return typeof item === 'string' ? nameOf?.(item) || item : '';
  };
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('common:form.none');
    if (typeof value === 'boolean') return t(value ? 'common:action.yes' : 'common:action.no');
    if (Array.isArray(value)) {
      return value.map(itemText).filter(Boolean).join(', ') || t('common:form.none');
    }
    if (field === 'photoFileId') return t('common:form.pictureSet');
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
    if (field === 'provinceCode') return provinceName(text, language);
    const [key, namespace] = LISTS[`${path.slice(1)}.${field}`] ?? LISTS[field] ?? [];
    return key ? worded(`${key}.${text}`, text, namespace) : showDay(formatPhone(text));
  };
}

function Entry({ entry, path }: { entry: TimelineEntry; path: string }) {
  const { t } = useTranslation('people');
  const show = useValueText(path);
  const worded = useWords();
  const by = ` · ${entry.actorName || t('record.byServer')} · `;
  const changeText = (field: string, before: unknown, after: unknown) =>
    `${worded(`record.field.${field}`, field)}: ${show(field, before)} → ${show(field, after)}`;
  return (
    <chakra.li py="2" borderBottomWidth="1px" borderColor="border.muted" lineHeight="lao">
      <chakra.p>
        <chakra.strong fontWeight="semibold">{worded(`record.action.${entry.action}`, entry.action)}</chakra.strong>
        {by}
        <chakra.time color="fg.muted" dateTime={entry.at}>
          {formatDateTime(entry.at)}
        </chakra.time>
      </chakra.p>
      {entry.changes.map(({ field, before, after }) => (
        <chakra.p key={field} textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {changeText(field, before, after)}
        </chakra.p>
      ))}
    </chakra.li>
  );
}

/** What was done to a record, by whom and when, the newest first. */
export function TimelineDialog({ path, row, onClose }: { path: string; row: PersonRow; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const { data, isError } = useQuery({
    queryKey: [path, 'timeline', row._id, row.version],
    queryFn: ({ signal }) => api.get<TimelineEntry[]>(`${path}/${row._id}/timeline`, { signal, quiet: true }),
    select: (entries) => withCurrencies(entries, row.rateCurrency ?? ''),
    gcTime: 0,
  });
  return (
    <Dialog
      title={t('record.historyOf', { name: `${row.firstName} ${row.lastName}` })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common:action.close')}</Button>}
    >
      {isError && <p role="alert">{say(navigator.onLine ? 'somethingWrong' : 'offlineBanner')}</p>}
      {!data && !isError && <p role="status">{t('common:loading')}</p>}
      {data?.length === 0 && <p>{t('record.historyEmpty')}</p>}
      {data && data.length > 0 && (
        <chakra.ol maxHeight="60vh" overflowY="auto" tabIndex={0}>
          {data.map((entry) => (
            <Entry key={entry._id} entry={entry} path={path} />
          ))}
        </chakra.ol>
      )}
    </Dialog>
  );
}
