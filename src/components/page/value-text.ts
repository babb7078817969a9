import { useTranslation } from 'react-i18next';
import { branches } from '#contract/branches.ts';
import type { Language } from '#contract/language.ts';
import { formatPhone } from '#contract/phone.ts';
import { showDay } from '#src/lib/day.ts';
import { nativeNames } from '#src/lib/native-names.ts';
import { provinceName } from '#src/lib/province-name.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { useCachedList } from '#src/offline/cached-list.ts';

type Guardian = { firstName: string; lastName: string; phone: string; relation?: string; isPayer?: boolean };

const isGuardian = (value: unknown): value is Guardian => typeof value === 'object' && value !== null && 'firstName' in value;
const isTime = (value: unknown): value is { weekday: number; start: string; end: string } =>
  typeof value === 'object' && value !== null && 'weekday' in value;

/** The words for `key`. What an older version wrote may have none any more; then it stands as it is. */
export function useWords() {
  const { i18n } = useTranslation('people');
  const language = useLanguage();
  return (key: string, value: string, namespace = 'people'): string => {
    const words: unknown = i18n.getResource(language, namespace, key);
    return typeof words === 'string' ? words : value;
  };
}

/** Where the words of a field's values are, and of which namespace where it is another one than that of all people. */
const LISTS: Record<string, [key: string, namespace?: string]> = {
  ...{ gender: ['genders'], status: ['statuses'], source: ['sources'] },
  ...{ 'teachers.status': ['state', 'teachers'], 'teachers.employmentType': ['employment', 'teachers'] },
};

/** The name of a branch, of any of them: a record may have been in another one. */
function useBranchName() {
  const language = useLanguage();
  const { rows } = useCachedList(branches, { quiet: true });
  return (id: string): string => {
    const branch = rows?.find(({ _id }) => _id === id);
    return (language === 'lo' && branch?.branchNameLo) || (branch?.branchName ?? id);
  };
}

function useItemText() {
  const { t } = useTranslation('people');
  const worded = useWords();
  return (item: unknown): string => {
    if (isTime(item)) return `${worded(`weekdays.${item.weekday}`, String(item.weekday), 'teachers')} ${item.start}–${item.end}`;
    if (!isGuardian(item)) return typeof item === 'string' ? item : '';
    const { firstName, lastName, phone, relation, isPayer } = item;
    const part = [relation && worded(`record.relations.${relation}`, relation), isPayer && t('record.isPayer')].filter(Boolean).join(', ');
    return `${firstName} ${lastName} ${formatPhone(phone)}${part && ` (${part})`}`;
  };
}

/** A value of the field of a record as a person reads it; `path` is that of the resource. */
export function useValueText(path: string) {
  const { t } = useTranslation(['people', 'common']);
  const language = useLanguage();
  const worded = useWords();
  const branchName = useBranchName();
  const itemText = useItemText();
  const oneText = (field: string, text: string): string => {
    if (field === 'provinceCode') return provinceName(text, language);
    if (field === 'preferredLanguage') return text in nativeNames ? nativeNames[text as Language] : text;
    if (field === 'branchId' || field === 'homeBranchId' || field === 'branchIds') return branchName(text);
    const [key, namespace] = LISTS[`${path.slice(1)}.${field}`] ?? LISTS[field] ?? [];
    return key ? worded(`${key}.${text}`, text, namespace) : showDay(formatPhone(text));
  };
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('common:form.none');
    if (typeof value === 'boolean') return t(value ? 'common:action.yes' : 'common:action.no');
    if (Array.isArray(value)) {
      const texts = value.map((item: unknown) => (typeof item === 'string' ? oneText(field, item) : itemText(item)));
      return texts.filter(Boolean).join(', ') || t('common:form.none');
    }
    if (field === 'photoFileId') return t('common:form.pictureSet');
    return oneText(field, typeof value === 'object' ? JSON.stringify(value) : String(value as string | number));
  };
}
