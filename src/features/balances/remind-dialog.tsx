import { useQueryClient } from '@tanstack/react-query';
import { PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReminderWay } from '#contract/orders/balance-ages.ts';
import type { BalanceRow, Reminder } from '#contract/orders/balances.ts';
import { balancesList } from '#contract/orders/balances-list.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { reminderMessage } from '#contract/words/reminder-message.ts';
import { DOT } from '#contract/words/dot.ts';
import { HelpText } from '#src/components/kit/field.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { MessageDialog } from '#src/entities/person/message-dialog.tsx';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useCentreNames } from '#src/lib/session/centre.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { currentPayerName } from '#src/lib/text/person-name.ts';
import { showToast } from '#src/lib/toast.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';

/** The text of the reminder. A centre without a Lao name uses its one name in both languages. */
function useMessage({ name, owedLAK, ages, nextDueOn }: BalanceRow): string {
  const centre = useCentreNames();
  const overdue = owedLAK - ages.notDue;
  const next = nextDueOn === null ? '' : showDay(nextDueOn);
  return reminderMessage((language) => ({
    centre: language === 'lo' ? centre.lo || centre.en : centre.en,
    name,
    owed: formatNumber(owedLAK),
    overdue: overdue > 0 ? formatNumber(overdue) : '',
    nextDueOn: next,
  }));
}

/**
 * Records a reminder. The chat or call opens at once, because a browser allows that only in answer
 * to a tap.
 */
function useRemind({ branchId, kind, payerId, owedLAK }: BalanceRow, onClose: () => void) {
  const { t } = useTranslation('balances');
  const client = useQueryClient();
  const [failure, setFailure] = useState('');
  const remind = async (way: ReminderWay) => {
    const result = await saveOnce((key) =>
      api.post<Reminder>(
        `${balancesList.path}/reminders`,
        { branchId, kind, payerId, way, owedLAK },
        { ...withIdempotency(key), quiet: true },
      ),
    );
    if (result.outcome !== 'saved') return setFailure(failureText(result));
    showToast('success', t('remind.noted'));
    void client.invalidateQueries({ queryKey: listKey(balancesList) });
    return onClose();
  };
  return { remind, failure };
}

/**
 * The reminder for one family in both languages: copy it, open it in WhatsApp, or say it by phone;
 * each is recorded.
 */
export function RemindDialog({ row, onClose }: { row: BalanceRow; onClose: () => void }) {
  const { t } = useTranslation('balances');
  const message = useMessage(row);
  const { remind, failure } = useRemind(row, onClose);
  return (
    <MessageDialog
      title={t('remind.title', {
        name: currentPayerName({ payerName: row.name, payerNameEn: row.nameEn }),
      })}
      text={message}
      phone={row.phone}
      acts={
        row.phone !== '' && (
          <LinkButton
            icon={PhoneCall}
            href={`tel:${row.phone}`}
            onClick={() => void remind('called')}
          >
            {t('remind.call')}
          </LinkButton>
        )
      }
      onSent={(way) => void remind(way)}
      onClose={onClose}
    >
      <HelpText>
        {row.phone !== '' && (
          <>
            <bdi dir="ltr">{formatPhone(row.phone)}</bdi>
            {DOT}
          </>
        )}
        {t(row.remindedAt === null ? 'remind.never' : 'remind.last', {
          at: row.remindedAt === null ? '' : formatDateTime(row.remindedAt),
        })}
      </HelpText>
      <ErrorText role="alert">{failure}</ErrorText>
    </MessageDialog>
  );
}
