import { useTranslation } from 'react-i18next';
import type { AccountRow } from '#contract/orders/family-account.ts';
import { DOT } from '#contract/words/dot.ts';
import { formatNumber, formatRate } from '#src/lib/text/format.ts';
import { showSum } from '#src/lib/text/money.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

const MOST_NAMES = 3;
const isCharge = ({ kind }: AccountRow['lines'][number]) =>
  kind !== 'discount' && kind !== 'rounding';

/** The text of an account row in the interface language. */
export function useAccountWords(): (row: AccountRow) => { what: string; more: string } {
  const { t } = useTranslation(['family-account', 'orders']);
  const language = useLanguage();
  const nameOf = usePersonName();
  const lineWords = ({ lines }: AccountRow) => {
    const charged = lines.filter(isCharge);
    const shown = charged.length > 0 ? charged : lines;
    const names = shown.map(
      ({ nameEn, nameLo, quantity }) =>
        `${language === 'lo' ? nameLo : nameEn}${quantity > 1 ? ` ×${quantity}` : ''}`,
    );
    const people = [...new Set(shown.flatMap(({ student }) => (student ? [nameOf(student)] : [])))];
    const left = names.length - MOST_NAMES;
    const reasons = [...new Set(lines.map(({ reason }) => reason).filter(Boolean))];
    return {
      what: [
        ...names.slice(0, MOST_NAMES),
        ...(left > 0 ? [t('more', { count: left })] : []),
        ...people,
      ].join(', '),
      more: reasons.join(DOT),
    };
  };
  return (row) => {
    if (row.kind === 'lines') return lineWords(row);
    const { payment, given, creditLAK, isPending } = row;
    const money = payment
      ? [
          t(`orders:method.${payment.method}`),
          payment.reference,
          ...(payment.currency === 'LAK'
            ? []
            : [showSum(payment.tendered, payment.currency), '×', formatRate(payment.rate)]),
        ]
          .filter(Boolean)
          .join(' ')
      : '';
    const to =
      given.length > 1
        ? given.map(({ number, amountLAK }) => `${number} ${formatNumber(amountLAK)}`).join(DOT)
        : (given[0]?.number ?? '');
    const what =
      row.kind === 'payment'
        ? money
        : t(`rows.${row.kind}`, {
            sum: formatNumber(row.kind === 'credit' ? creditLAK : Math.abs(row.amountLAK)),
          });
    return {
      what: isPending && row.kind === 'payment' ? t('toVerify', { what: money }) : what,
      more: [row.kind === 'payment' ? '' : money, to].filter(Boolean).join(DOT),
    };
  };
}
