import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { GrantedRole } from '#contract/centre/staff-accounts.ts';
import {
  addable,
  permissionSetInput,
  permissionSets,
  removable,
  type PermissionSet,
} from '#contract/rights/permission-sets.ts';
import type { Action } from '#contract/roles.ts';
import { CheckListField } from '#src/components/fields/check-list-field.tsx';
import { NumberField } from '#src/components/fields/number-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { api } from '#src/lib/request/api.ts';
import { showFailure } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { actionKey } from './rights-columns.ts';

/** The texts of ticks are strings; the server checks that they are actions. */
const schema = z.object({
  name: permissionSetInput.shape.name,
  adds: z._default(z.array(z.string()), []),
  removes: z._default(z.array(z.string()), []),
  discountLimitPercent: permissionSetInput.shape.discountLimitPercent,
});

/** The sets of these roles may have a limit for discounts by hand. */
const withDiscounts: readonly GrantedRole[] = ['staff', 'finance'];

type SetDialogProps = {
  role: GrantedRole;
  /** The set to change; undefined for a new one. */
  set: PermissionSet | undefined;
  onSaved: () => void;
  onClose: () => void;
};

/** Adds a permission set for a role, or changes one, and says whom the change touches. */
export function SetDialog({ role, set, onSaved, onClose }: SetDialogProps) {
  const { t } = useTranslation('rights-page');
  const { t: common } = useTranslation();
  const { ask, dialog } = useConfirm();
  const options = (actions: readonly Action[]) =>
    actions.map((action) => ({ value: action as string, label: t(`action.${actionKey(action)}`) }));
  const roleName = common(`role.${role}`);
  const names = [...new Set(set?.people.map(({ name }) => name))];
  const touches =
    names.length === 0
      ? t('form.touchesNobody')
      : t('form.touches', { count: names.length, names: names.join(', ') });
  const remove = async (of: PermissionSet) => {
    const isSure = await ask({
      title: t('form.removeTitle', { name: of.name }),
      text: t('form.removeText'),
      confirm: t('form.remove'),
      cancel: common('action.cancel'),
    });
    if (!isSure) return;
    const result = await saveOnce((key) =>
      api.post(
        `${permissionSets.path}/${of._id}/remove`,
        {},
        {
          ...withIdempotency(key),
          quiet: true,
        },
      ),
    );
    if (result.outcome !== 'saved') return showFailure(result);
    showToast('success', t('form.removed'));
    onSaved();
  };
  return (
    <>
      <DialogForm
        title={t(set ? 'form.change' : 'form.add', { role: roleName })}
        {...(set && { description: touches })}
        schema={schema}
        values={{
          name: set?.name ?? '',
          adds: set?.adds ?? [],
          removes: set?.removes ?? [],
          discountLimitPercent: set?.discountLimitPercent ?? null,
        }}
        submit={t('form.save')}
        send={(input, key) => {
          const body = { ...input, role };
          const options = { ...withIdempotency(key), quiet: true };
          return set
            ? api.put(
                `${permissionSets.path}/${set._id}`,
                { ...body, version: set.version },
                options,
              )
            : api.post(permissionSets.path, body, options);
        }}
        onSaved={() => {
          showToast('success', t('form.saved'));
          onSaved();
        }}
        onClose={onClose}
      >
        {(field) => (
          <>
            <TextField {...field('name')} label={t('form.name')} />
            {withDiscounts.includes(role) && (
              <NumberField
                {...field('discountLimitPercent')}
                label={t('form.limit')}
                help={t('form.limitHelp')}
              />
            )}
            <CheckListField
              {...field('adds')}
              label={t('form.adds')}
              options={options(addable[role])}
            />
            <CheckListField
              {...field('removes')}
              label={t('form.removes')}
              options={options(removable(role))}
            />
            {set?.people.length === 0 && (
              <Button tone="danger" onClick={() => void remove(set)}>
                {t('form.remove')}
              </Button>
            )}
          </>
        )}
      </DialogForm>
      {dialog}
    </>
  );
}
