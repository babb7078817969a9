import { useTranslation } from 'react-i18next';
import type { Visit } from './use-visit.ts';

const noErrors: Readonly<Record<string, string>> = {};

/** The server's objections to the visit as it was sent last, by field. */
export const visitErrors = ({ edit: { failure } }: Pick<Visit, 'edit'>) =>
  failure?.outcome === 'invalid' ? failure.fields : noErrors;

/** Names the field that the server objects to, because a message alone does not say where it is. */
export function useVisitErrorText(): (path: string, text: string) => string {
  const { t } = useTranslation(['desk', 'payment']);
  const nameOf = (path: string): string | undefined => {
    const [part = '', ...rest] = path.split('.');
    const field = rest.at(-1);
    if (part === 'payer') return field === 'phone' ? t('phone') : t('who.walkInName');
    if (part === 'dueDate' || part === 'instalments') return t('bar.dueOn');
    if (part === 'newStudents') return t('who.new');
    if (part === 'newParents') return t('who.payer');
    if (part !== 'tenders') return undefined;
    if (field === 'slipFileId') return t('payment:bank.slip');
    if (field === 'bankAccountId') return t('payment:account');
    return t(field === 'reference' ? 'payment:reference' : 'payment:tendered');
  };
  return (path, text) => {
    const name = nameOf(path);
    return name === undefined ? text : `${name}: ${text}`;
  };
}
