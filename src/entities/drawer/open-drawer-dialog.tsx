import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { priceCurrencies, type PriceCurrency } from '#contract/currencies.ts';
import { drawers } from '#contract/drawer-paths.ts';
import type { Drawer, Shift } from '#contract/drawers.ts';
import { Dialog } from '#src/components/feedback/dialog.tsx';
import { MoneyInput, type TypedAmount } from '#src/components/money/money-input.tsx';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import controls from '#src/theme/controls.module.css';
import styles from './drawer.module.css';
import { drawersKey } from './use-drawer.ts';

type OpenDrawerDialogProps = {
  branchId: string;
  drawer: Drawer;
  usable: readonly Drawer[];
  onChoose: (id: string) => void;
  onClose: () => void;
  /** Continues whatever needed the drawer. */ onOpened?: (() => void) | undefined;
  /** The address of the drawer's last closing. */ morePath?: string;
};

const none = { LAK: 0, THB: 0, USD: 0 };

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
  const [typed, setTyped] = useState<Record<PriceCurrency, TypedAmount>>(left);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isOther =
    priceCurrencies.some((currency) => (typed[currency] ?? 0) !== left[currency]) &&
    drawer.left !== null;
  const isReadable = priceCurrencies.every((currency) => typeof typed[currency] !== 'string');
  const open = async () => {
    setBusy(true);
    const float = Object.fromEntries(
      priceCurrencies.map((currency) => [currency, typed[currency] ?? 0]),
    );
    const result = await saveOnce((key) =>
      api.post<Shift>(
        `${drawers.path}/${drawer._id}/open`,
        { float, reason },
        { ...withIdempotency(key), quiet: true },
      ),
    );
    setBusy(false);
    await client.invalidateQueries({ queryKey: drawersKey(branchId) });
    if (result.outcome !== 'saved') return setFailure(failureText(result));
    onClose();
    onOpened?.();
  };
  return (
    <Dialog
      title={t('drawer.open', { name: drawer.name })}
      description={t('drawer.why')}
      onClose={onClose}
      footer={
        <>
          <button type="button" className={controls.button} onClick={onClose}>
            {t('common:action.cancel')}
          </button>
          <button
            type="button"
            className={`${controls.button} ${controls.solid}`}
            disabled={isBusy || !isReadable || (isOther && reason.trim() === '')}
            onClick={() => void open()}
          >
            {t('drawer.openIt')}
          </button>
        </>
      }
    >
      <div className={styles.float}>
        {usable.length > 1 && (
          <label className={controls.field}>
            <span className={controls.label}>{t('drawer.which')}</span>
            <span className={controls.input}>
              <select value={drawer._id} onChange={({ target }) => onChoose(target.value)}>
                {usable.map(({ _id, name }) => (
                  <option key={_id} value={_id}>
                    {name}
                  </option>
                ))}
              </select>
            </span>
          </label>
        )}
        {priceCurrencies.map((currency) => (
          <MoneyInput
            key={currency}
            label={t('drawer.float', { currency })}
            currency={currency}
            value={typed[currency]}
            onChange={(value) => setTyped({ ...typed, [currency]: value })}
          />
        ))}
        {isOther && (
          <label className={controls.field}>
            <span className={controls.label}>{t('drawer.reason')}</span>
            <span className={controls.input}>
              <input
                maxLength={200}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            </span>
          </label>
        )}
        <p role="alert" className={controls.error}>
          {failure}
        </p>
        {morePath !== undefined && drawer.lastShiftId !== null && (
          <Link className={controls.button} to={morePath}>
            {t('drawer.more')}
          </Link>
        )}
      </div>
    </Dialog>
  );
}
