import { useTranslation } from 'react-i18next';
import type { AlertKind } from '#contract/centre/alerts.ts';
import type { QueueRow } from '#contract/reports/overview.ts';
import { timedKinds, type QueueKind } from '#contract/reports/overview-parts.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { DOT } from '#contract/words/dot.ts';
import { DAY_MS } from '#src/lib/text/age.ts';
import { formatDate, formatNumber, formatTime } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';

const SHORT = 5;
const dayOf = (timestamp: string) => formatDate(timestamp).slice(0, SHORT);

/** The time of day for tasks that end or were over today, the date for all others. */
export function momentOf({ kind, at }: QueueRow): { text: string; isHour: boolean } {
  if (at === null) return { text: '', isHour: false };
  const isHour = timedKinds.includes(kind) && formatDate(at) === formatDate(today());
  return { text: isHour ? formatTime(at) : dayOf(at), isHour };
}

/** The text of a row: the task with its subject, and the facts below. */
export function useQueueWords(): (row: QueueRow) => {
  what: string;
  subject: string;
  facts: string;
} {
  const { t } = useTranslation('queue');
  const language = useLanguage();
  const showsAll = useSelectedBranchId() === undefined;
  return (row) => {
    const { kind, code, n, of, held, at } = row;
    const name = language === 'lo' ? row.nameLo || row.name : row.name;
    const detail = language === 'lo' ? row.detailLo || row.detail : row.detail;
    const days =
      at === null
        ? 0
        : Math.round((Date.parse(today()) - Date.parse(today(Date.parse(at)))) / DAY_MS);
    const starts = at === null ? '' : t('starts', { day: dayOf(at) });
    const facts: Partial<Record<QueueKind, readonly string[]>> = {
      alert: [detail],
      backup: [n === null ? t('noBackup') : t('backupAge', { count: n })],
      slips: [t('slips', { count: n ?? 0 })],
      overdue:
        n === null
          ? [t('late', { count: days }), formatPhone(detail)]
          : [t('families', { count: n })],
      underMinimum: [
        name,
        t('ofMinimum', { count: of ?? 0, n: formatNumber(n ?? 0), of: formatNumber(of ?? 0) }),
        held === null || held === 0 ? '' : t('onHold', { count: held }),
        starts,
      ],
      noTeacher: [name, starts],
      noRoom: [name, starts],
      lowStock: [t('left', { n: formatNumber(n ?? 0), of: formatNumber(of ?? 0) })],
    };
    const [subject, more] = ['underMinimum', 'noTeacher', 'noRoom'].includes(kind)
      ? [code, facts[kind] ?? []]
      : [name || (kind === 'alert' ? '' : code), facts[kind] ?? [name === '' ? '' : code, detail]];
    const waitsFor = row.mayAct ? '' : t('forFinance');
    return {
      what: kind === 'alert' ? t(`alerts.${code as AlertKind}`) : t(`kinds.${kind}`),
      subject,
      facts: [showsAll ? row.branchCode : '', ...more, waitsFor]
        .filter((part) => part !== '')
        .join(DOT),
    };
  };
}
