import { useTranslation } from 'react-i18next';
import { branchesList } from '#contract/centre/branches-list.ts';
import type { Language } from '#contract/language.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { showDay } from '#src/lib/text/day.ts';
import { nativeNames } from '#src/lib/text/native-names.ts';
import { provinceName } from '#src/lib/text/province-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

type Guardian = {
  firstName: string;
  lastName: string;
  phone: string;
  relation?: string;
  isPayer?: boolean;
};

const isGuardian = (value: unknown): value is Guardian =>
  typeof value === 'object' && value !== null && 'firstName' in value;
const isTime = (value: unknown): value is { weekday: number; start: string; end: string } =>
  typeof value === 'object' && value !== null && 'weekday' in value;

/**
 * The words for `key`. A value from an older version may have no words any more; it is then shown
 * as stored.
 */
export function useWords() {
  const { i18n } = useTranslation('people');
  const language = useLanguage();
  return (key: string, value: string, namespace = 'people'): string => {
    const words: unknown = i18n.getResource(language, namespace, key);
    return typeof words === 'string' ? words : value;
  };
}

/** The locale key of a field's values, and its namespace if it is not that of all people. */
const LISTS: Record<string, [key: string, namespace?: string]> = {
  gender: ['genders'],
  status: ['statuses'],
  source: ['sources'],
  'teachers.status': ['state', 'teachers'],
  'teachers.employmentType': ['employment', 'teachers'],
};

/** The name of any branch, because a record may have been in another one. */
function useBranchName() {
  const language = useLanguage();
  const { rows } = useCachedList(branchesList, { quiet: true });
  return (id: string): string => {
    const branch = rows?.find(({ _id }) => _id === id);
    return (language === 'lo' && branch?.branchNameLo) || (branch?.branchName ?? id);
  };
}

function useItemText() {
  const { t } = useTranslation('people');
  const worded = useWords();
  return (item: unknown): string => {
    if (isTime(item))
      return `${worded(`weekdays.${item.weekday}`, String(item.weekday), 'teachers')} ${item.start}–${item.end}`;
    if (!isGuardian(item)) return typeof item === 'string' ? item : '';
    const { firstName, lastName, phone, relation, isPayer } = item;
    const part = [
      relation && worded(`record.relations.${relation}`, relation),
      isPayer && t('record.isPayer'),
    ]
      .filter(Boolean)
      .join(', ');
    return `${firstName} ${lastName} ${formatPhone(phone)}${part && ` (${part})`}`;
  };
}

/** A value of a record's field in words; `path` is that of the resource. */
export function useValueText(path: string) {
  const { t } = useTranslation(['people', 'common']);
  const language = useLanguage();
  const worded = useWords();
  const branchName = useBranchName();
  const itemText = useItemText();
  const oneText = (field: string, text: string): string => {
    if (field === 'provinceCode') return provinceName(text, language);
    if (field === 'preferredLanguage')
      return text in nativeNames ? nativeNames[text as Language] : text;
    if (field === 'branchId' || field === 'homeBranchId' || field === 'branchIds')
      return branchName(text);
    const [key, namespace] = LISTS[`${path.slice(1)}.${field}`] ?? LISTS[field] ?? [];
    return key ? worded(`${key}.${text}`, text, namespace) : showDay(formatPhone(text));
  };
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('common:form.none');
    if (typeof value === 'boolean') return t(value ? 'common:action.yes' : 'common:action.no');
    if (Array.isArray(value)) {
      const texts = value.map((item: unknown) =>
        typeof item === 'string' ? oneText(field, item) : itemText(item),
      );
      return texts.filter(Boolean).join(', ') || t('common:form.none');
    }
    if (field === 'photoFileId') return t('common:form.pictureSet');
    return oneText(
      field,
      typeof value === 'object' ? JSON.stringify(value) : String(value as string | number),
    );
  };
}
