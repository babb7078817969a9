import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';

const LONGEST_NAME = 40;

type SaveViewDialogProps = { onSave: (name: string) => void; onClose: () => void };

/** Asks for the name of a view: the search, the filters and the order of the list. */
export function SaveViewDialog({ onSave, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <Dialog
      title={t('views.save')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" form={id} look="solid">
            {t('action.save')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const typed = name.trim();
          if (typed === '') setMissing(true);
          else onSave(typed);
        }}
      >
        <PlainField
          label={t('views.name')}
          value={name}
          maxLength={LONGEST_NAME}
          autoFocus
          required
          error={isMissing && name.trim() === '' ? t('views.nameMissing') : undefined}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  );
}
