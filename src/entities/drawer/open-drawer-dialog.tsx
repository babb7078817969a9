import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import { drawers } from '#contract/money/drawer-paths.ts';
import type { CurrencySums, Drawer, Shift } from '#contract/money/drawers.ts';
import { wholeSums } from '#contract/money/typed-cash.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Stack, Row } from '#src/components/kit/layout.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PlainField, PlainSelect } from '#src/components/kit/plain-field.tsx';
import { MoneyInput } from '#src/components/money/money-input.tsx';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showSum } from '#src/lib/text/money.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { useSigning } from '#src/entities/approval/use-signing.tsx';
import { DifferenceMark } from './difference-mark.tsx';
import {
  FromSafePart,
  readTypedSums,
  type TypedFromSafe,
  type TypedSums,
} from './from-safe-part.tsx';
import { drawersKey } from './use-drawer.ts';

type OpenDrawerDialogProps = {
  branchId: string;
  drawer: Drawer;
  usable: readonly Drawer[];
  onChoose: (id: string) => void;
  onClose: () => void;
  /** Continues whatever needed the drawer. */
  onOpened?: (() => void) | undefined;
  /** The address of the drawer's last closing. */
  morePath?: string;
};

const none = { LAK: 0, THB: 0, USD: 0 };

/** The part of the typed sums that exceeds those that were left, by currency. */
function moreThan(typed: TypedSums, left: CurrencySums): TypedSums {
  const more = (currency: PriceCurrency) => {
    const amount = typed[currency];
    return typeof amount === 'number' && amount > left[currency] ? amount - left[currency] : null;
  };
  return { LAK: more('LAK'), THB: more('THB'), USD: more('USD') };
}

/** Leads the focus to the amount that cannot be read, else to the first needed empty field. */
function leadToMissing(dialog: HTMLDialogElement | null): void {
  const needed = [...(dialog?.querySelectorAll<HTMLInputElement>('input:required') ?? [])];
  const box =
    dialog?.querySelector<HTMLInputElement>('input[aria-invalid=true]') ??
    needed.find(({ value }) => value.trim() === '');
  box?.focus();
  box?.scrollIntoView({ block: 'center' });
}

/**
 * The place of the refusal, which comes into sight: the boxes are higher than the dialog of a
 * tablet.
 */
function useInSight(failure: string | undefined) {
  const refusal = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (failure !== undefined) refusal.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return refusal;
}

/** Opens the drawer of this device. Its float starts with what the last closing left. */
export function OpenDrawerDialog({
  branchId,
  drawer,
  usable,
  onChoose,
  onClose,
  onOpened,
  morePath,
}: OpenDrawerDialogProps) {
  const { t } = useTranslation(['payment', 'common']);
  const client = useQueryClient();
  const left = drawer.left ?? none;
  const [typed, setTyped] = useState<TypedSums>(() => wholeSums(left));
  const [fromSafe, setFromSafe] = useState<TypedFromSafe>(null);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { signIfAsked, dialog } = useSigning();
  const refusal = useInSight(failure);
  const float = readTypedSums(typed);
  const safe = readTypedSums(fromSafe?.sums ?? none);
  const found = (currency: PriceCurrency) => (float?.[currency] ?? 0) - (safe?.[currency] ?? 0);
  const isRead = float !== null && safe !== null;
  const differs = priceCurrencies.flatMap((currency) => {
    const amount = found(currency) - left[currency];
    return drawer.left === null || !isRead || amount === 0 ? [] : [{ currency, amount }];
  });
  /** The label of the first field that is still missing; undefined if the drawer can be opened. */
  const missing = !isRead
    ? t('drawer.sums')
    : fromSafe?.takenBy.trim() === ''
      ? t('drawer.takenBy')
      : differs.length > 0 && reason.trim() === ''
        ? t('drawer.reason')
        : undefined;
  const open = async () => {
    setBusy(true);
    setFailure(undefined);
    // The server asks for the second person, because it knows the limit and the rates.
    const act = {
      ...({ kind: 'openingDifference', branchId, drawerId: drawer._id } as const),
      counted: { LAK: found('LAK'), THB: found('THB'), USD: found('USD') },
      expected: left,
    };
    const means = differs
      .map(({ amount, currency }) => `${amount > 0 ? '+' : ''}${showSum(amount, currency)}`)
      .join(', ');
    const result = await saveOnce((key) =>
      signIfAsked(
        'openingDifferenceAboveLimit',
        act,
        (approvalToken) =>
          api.post<Shift>(
            `${drawers.path}/${drawer._id}/open`,
            {
              float,
              ...(fromSafe && { fromSafe: safe, takenBy: fromSafe.takenBy }),
              reason: differs.length > 0 ? reason : '',
              approvalToken,
            },
            { ...withIdempotency(key), quiet: true },
          ),
        `${t('drawer.differs')} ${means}.`,
      ),
    );
    setBusy(false);
    await client.invalidateQueries({ queryKey: drawersKey(branchId) });
    if (result.outcome !== 'saved') return setFailure(failureText(result));
    onClose();
    onOpened?.();
  };
  return (
    <>
      <Dialog
        title={t('drawer.open', { name: drawer.name })}
        description={t('drawer.why')}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button
              look={missing === undefined ? 'solid' : undefined}
              wraps
              disabled={isBusy}
              onClick={({ currentTarget }) =>
                missing === undefined ? void open() : leadToMissing(currentTarget.closest('dialog'))
              }
            >
              {missing === undefined ? t('drawer.openIt') : t('drawer.missing', { what: missing })}
            </Button>
          </>
        }
      >
        <Stack gap={3}>
          {usable.length > 1 && (
            <PlainSelect
              label={t('drawer.which')}
              value={drawer._id}
              onChange={({ target }) => onChoose(target.value)}
            >
              {usable.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </PlainSelect>
          )}
          {priceCurrencies.map((currency) => (
            <MoneyInput
              key={currency}
              label={t('drawer.float', { currency })}
              currency={currency}
              isCash
              value={typed[currency]}
              onChange={(value) => setTyped({ ...typed, [currency]: value })}
            />
          ))}
          <FromSafePart value={fromSafe} more={moreThan(typed, left)} onChange={setFromSafe} />
          {differs.length > 0 && (
            <Row>
              {t('drawer.differs')}
              {differs.map(({ currency, amount }) => (
                <span key={currency}>
                  <DifferenceMark amount={amount} currency={currency} isAbove={false} /> {currency}
                </span>
              ))}
            </Row>
          )}
          {differs.length > 0 && (
            <PlainField
              label={t('drawer.reason')}
              required
              maxLength={200}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
          <ErrorText ref={refusal} role="alert" withIcon={failure !== undefined}>
            {failure}
          </ErrorText>
          {morePath !== undefined && drawer.lastShiftId !== null && (
            <LinkButton to={morePath}>{t('drawer.more')}</LinkButton>
          )}
        </Stack>
      </Dialog>
      {dialog}
    </>
  );
}
