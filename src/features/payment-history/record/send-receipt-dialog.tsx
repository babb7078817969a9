import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/language.ts';
import type { BothNames, Paper, PaperGroup } from '#contract/orders/papers.ts';
import { receiptMessage, type ReceiptWords } from '#contract/words/receipt-message.ts';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { usePaper } from '#src/entities/paper/paper-queries.ts';
import { paperWords } from '#src/entities/paper/paper-words.ts';
import { MessageDialog } from '#src/entities/person/message-dialog.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { formatDate, formatNumber } from '#src/lib/text/format.ts';
import { showSum } from '#src/lib/text/money.ts';

const nameIn = (language: Language, { lo, en }: BothNames): string =>
  language === 'lo' ? lo || en : en || lo;

const personIn = (language: Language, { name, latin }: { name: string; latin: string }): string =>
  nameIn(language, { lo: name, en: latin });

/** The kip of a receipt, and the foreign notes in it. */
function receivedMoney({ receivedLAK, payments, number }: Paper, language: Language): string {
  const kip = `${formatNumber(receivedLAK)} ${language === 'lo' ? 'ກີບ' : 'kip'}`;
  const foreign = payments.filter(
    ({ currency, receiptNumber }) => currency !== 'LAK' && receiptNumber === number,
  );
  if (foreign.length === 0) return kip;
  return `${kip} (${foreign.map(({ tendered, currency }) => showSum(tendered, currency)).join(', ')})`;
}

function lineOf(language: Language, { student, lines }: PaperGroup): string {
  const bought = lines
    .map(({ name, quantity, place }) => {
      const named = nameIn(language, name);
      // The quantity of a place is its sessions.
      return place === null && quantity > 1 ? `${named} × ${formatNumber(quantity)}` : named;
    })
    .join(', ');
  return student ? `${personIn(language, student)}: ${bought}` : bought;
}

function wordsOf(paper: Paper, language: Language): ReceiptWords {
  const { centre, number, at, payer, groups, older, dueLAK, dues, check } = paper;
  const isNamed = !paperWords.walkIn.some((word) => word === payer.name);
  return {
    centre: nameIn(language, centre.name),
    number,
    day: formatDate(at),
    payer: isNamed ? personIn(language, payer) : '',
    received: receivedMoney(paper, language),
    lines: [
      ...groups.map((group) => lineOf(language, group)),
      ...older.map((order) => `${paperWords.restOf[language === 'lo' ? 0 : 1]} ${order.number}`),
    ],
    owed: dueLAK > 0 ? formatNumber(dueLAK) : '',
    dueOn: showDay(dues[0]?.dueOn ?? null),
    check: check ?? '',
  };
}

/** A receipt as a text for the family, in both languages. */
export function SendReceiptDialog({
  receiptId,
  number,
  onClose,
}: {
  receiptId: string;
  number: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('payment-history');
  const { data, error, refetch } = usePaper({ kind: 'receipt', id: receiptId });
  return (
    <MessageDialog
      title={t('sendTitle', { number })}
      text={data && receiptMessage((language) => wordsOf(data, language))}
      phone={data?.payer.phone ?? ''}
      onClose={onClose}
    >
      {error ? (
        <LoadFailed error={error} failed={t('sendFailed')} onRetry={() => void refetch()} />
      ) : (
        !data && <TableSkeleton columns={1} />
      )}
    </MessageDialog>
  );
}
