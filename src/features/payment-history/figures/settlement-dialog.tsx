import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiguresAnswer } from '#contract/reports/figures.ts';
import { branchSettlements, type BranchSettlement } from '#contract/money/settlements.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { useDrawers } from '#src/entities/drawer/use-drawer.ts';
import { usePayRules } from '#src/entities/payment/pay-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';

type SettlementDialogProps = {
  pair: FiguresAnswer['between'][number];
  nameOf: (branchId: string) => string;
  onPaid: () => void;
  onClose: () => void;
};

/** The branch that owes records how it paid: from an account in kip, or from a drawer. */
export function SettlementDialog({
  pair: { branchId, otherBranchId, amountLAK },
  nameOf,
  onPaid,
  onClose,
}: SettlementDialogProps) {
  const { t } = useTranslation(['money-reports', 'common']);
  const rules = usePayRules(branchId);
  const drawers = useDrawers(branchId);
  const [chosen, setChosen] = useState('');
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const accounts = (rules.data?.bankAccounts ?? []).filter(({ currency }) => currency === 'LAK');
  const usable = (drawers.data ?? []).filter(({ active }) => active);
  const send = async () => {
    setAsked(true);
    if (chosen === '') return;
    setBusy(true);
    const from = accounts.some(({ _id }) => _id === chosen)
      ? { bankAccountId: chosen, drawerId: null }
      : { bankAccountId: null, drawerId: chosen };
    const result = await saveOnce((key) =>
      api.post<BranchSettlement>(
        branchSettlements.path,
        { fromBranchId: branchId, toBranchId: otherBranchId, amountLAK, note: '', ...from },
        { ...withIdempotency(key), quiet: true },
      ),
    );
    setBusy(false);
    if (result.outcome === 'saved') onPaid();
    else setProblem(failureText(result));
  };
  return (
    <Dialog
      title={t('between.pay')}
      description={t('between.payAsk', {
        from: nameOf(branchId),
        to: nameOf(otherBranchId),
        sum: formatNumber(amountLAK),
      })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.back')}</Button>
          <Button look="solid" disabled={isBusy} onClick={() => void send()}>
            {t('between.pay')}
          </Button>
        </>
      }
    >
      <PlainSelect
        label={t('between.paidFromLabel')}
        help={t('between.paidFromHelp')}
        required
        value={chosen}
        error={isAsked && chosen === '' ? t('between.paidFromNeeded') : undefined}
        onChange={({ target }) => setChosen(target.value)}
      >
        <option value="">{t('between.choose')}</option>
        {accounts.map(({ _id, bank, accountNo }) => (
          <option key={_id} value={_id}>{`${bank} ${accountNo}`}</option>
        ))}
        {usable.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </PlainSelect>
      {problem !== undefined && <ErrorText role="alert">{problem}</ErrorText>}
    </Dialog>
  );
}
