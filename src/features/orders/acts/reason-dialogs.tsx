import { useTranslation } from 'react-i18next';
import { orderConfirm, orderConfirmUnpaid, orderProlong } from '#contract/orders/order-changes.ts';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import type { ActProps } from './act-dialog.tsx';
import { useOrderAct } from './use-order-act.ts';

type ReasonProps = ActProps & {
  act: 'prolong' | 'confirm';
  schema: typeof orderProlong | typeof orderConfirm | typeof orderConfirmUnpaid;
};

/** Asks for a reason, explains the effect, and carries out the action. */
function ReasonDialog({ act, schema, order, onClose }: ReasonProps) {
  const { t } = useTranslation('orders');
  const { send, saved } = useOrderAct(act, order, onClose);
  return (
    <DialogForm
      title={t(`ask.${act}`, { number: order.number })}
      description={t(`means.${act}`)}
      schema={schema}
      values={{ reason: '' }}
      submit={t(`acts.${act}`)}
      send={send}
      onSaved={saved}
      onClose={onClose}
    >
      {(field) => <TextField {...field('reason')} label={t('ask.reason')} />}
    </DialogForm>
  );
}

export const ProlongDialog = (props: ActProps) => (
  <ReasonDialog {...props} act="prolong" schema={orderProlong} />
);
export const ConfirmOrderDialog = (props: ActProps) => (
  <ReasonDialog
    {...props}
    act="confirm"
    schema={props.order.missingLAK > 0 ? orderConfirmUnpaid : orderConfirm}
  />
);
