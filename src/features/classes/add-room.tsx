import { useTranslation } from 'react-i18next';
import { roomInput, rooms, type RoomInput } from '#contract/courses/rooms.ts';
import type { AddingProps } from '#src/components/fields/add-inline.tsx';
import { NumberField } from '#src/components/fields/number-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { AddDialog } from '#src/components/form/add-dialog.tsx';

/** A new room of the class's branch. */
export function AddRoom({ branchId, ...props }: AddingProps & { branchId: string }) {
  const { t } = useTranslation('classes');
  return (
    <AddDialog
      {...props}
      resource={rooms}
      schema={roomInput}
      title={t('rooms.add')}
      values={{ branchId } as Partial<RoomInput>}
    >
      {(field) => (
        <>
          <TextField {...field('name')} label={t('rooms.name')} />
          <NumberField {...field('capacity')} label={t('rooms.capacity')} />
          <TextField {...field('equipment')} label={t('rooms.equipment')} />
        </>
      )}
    </AddDialog>
  );
}
