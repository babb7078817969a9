import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ordersList } from '#contract/orders/orders-list.ts';
import type { OrderRow } from '#contract/orders/order-rows.ts';
import type { LineRecorded, StatementLine } from '#contract/money/statements.ts';
import { verification } from '#contract/orders/due-payments.ts';
import { Tick } from '#src/components/kit/tick.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { useVerificationChanged } from '#src/features/pending-payment/verify-queries.ts';
import { useSettled } from '#src/lib/browser/use-settled.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { renewIfRefused } from '#src/lib/request/renew-if-refused.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { currentPayerName } from '#src/lib/text/person-name.ts';
import { showToast } from '#src/lib/toast.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';

const REST_MS = 250;
const ofStatement = [ordersList.name, 'of-statement'] as const;

/** The rest to pay, also of a held order, which has no balance in the list. */
const restOf = ({ totalLAK, paidLAK, pendingLAK }: OrderRow) => totalLAK - paidLAK - pendingLAK;

/**
 * Confirmed and held orders with a balance that match the typed text; `isOld` if they belong to an
 * earlier text. `found` is undefined until the first answer.
 */
function useOpenOrders(typed: string): { found: readonly OrderRow[] | undefined; isOld: boolean } {
  const branchId = useSelectedBranchId();
  const search = useSettled(typed.trim(), REST_MS);
  const { data } = useQuery({
    queryKey: [...ofStatement, search, branchId],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        (['open', 'held'] as const).map((view) =>
          api.list<OrderRow>(ordersList.path, {
            query: { view, search, branchId, pageSize: 8, count: 'false' },
            signal,
            quiet: true,
          }),
        ),
      );
      // A confirmed order whose places wait is in both lists.
      const all = new Map(lists.flatMap(({ rows }) => rows).map((order) => [order._id, order]));
      return [...all.values()].filter((order) => restOf(order) > 0);
    },
    enabled: search !== '',
  });
  return { found: data, isOld: search !== typed.trim() };
}

/** Assigns money of the bank to one order, as a pending payment that another person confirms. */
export function RecordMoneyDialog({
  line,
  currency,
  onClose,
}: {
  line: StatementLine;
  currency: string;
  onClose: () => void;
}) {
  const { t } = useTranslation(['pending-payment', 'common']);
  const changed = useVerificationChanged();
  const [typed, setTyped] = useState('');
  const client = useQueryClient();
  const [chosenId, setChosen] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { found, isOld } = useOpenOrders(typed);
  const chosen = found?.find(({ _id }) => _id === chosenId);
  const send = async () => {
    if (!chosen) return;
    setBusy(true);
    const result = await saveOnce((key) =>
      renewIfRefused(
        () =>
          api.post<LineRecorded>(
            `${verification.path}/statement-lines/${line._id}/record`,
            { orderId: chosen._id, expectedBalance: restOf(chosen) },
            { ...withIdempotency(key), quiet: true },
          ),
        () => client.invalidateQueries({ queryKey: ofStatement }),
      ),
    );
    setBusy(false);
    if (result.outcome !== 'saved') return setProblem(failureText(result));
    showToast('success', t('statement.recorded'));
    onClose();
    await changed();
  };
  return (
    <Dialog
      title={t('statement.recordTitle', { sum: `${showMoney(line.amount, currency)} ${currency}` })}
      description={t('statement.recordText')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.back')}</Button>
          <Button look="solid" disabled={isBusy || isOld || !chosen} onClick={() => void send()}>
            {t('statement.recordSubmit')}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <PlainField
          label={t('statement.find')}
          value={typed}
          autoFocus
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(undefined);
          }}
        />
        <ul aria-label={t('statement.orders')}>
          {found?.map((order) => (
            <li key={order._id}>
              <Tick
                isLine
                type="radio"
                name="order"
                disabled={isOld}
                checked={chosenId === order._id}
                onChange={() => setChosen(order._id)}
              >
                <span>
                  <WholeWords text={currentPayerName(order)} /> <small>{order.number}</small>
                </span>
                <b>{formatNumber(restOf(order))}</b>
              </Tick>
            </li>
          ))}
        </ul>
        <p role="status">{found?.length === 0 && !isOld && t('statement.noOrders')}</p>
        {problem !== undefined && <ErrorText role="alert">{problem}</ErrorText>}
      </Stack>
    </Dialog>
  );
}
