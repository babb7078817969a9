import enQueue from '#locales/queue.json';
import enRights from '#locales/rights-page.json';
import loQueue from '#lao-locales/queue.json';
import loRights from '#lao-locales/rights-page.json';
import type { Language } from '#contract/language.ts';

const alerts: Record<Language, Record<string, string>> = { en: enQueue.alerts, lo: loQueue.alerts };
const rights: Record<Language, Record<string, string>> = {
  en: enRights.action,
  lo: loRights.action,
};

/** The words of alerts and of rights, which the screens keep in files of their own. */
export const specialWords =
  (entity: string, language: Language) =>
  (field: string, value: string): string | undefined => {
    if (entity === 'alerts' && field === 'kind') return alerts[language][value];
    return entity === 'permission-sets' ? rights[language][value.replace(':', '_')] : undefined;
  };
