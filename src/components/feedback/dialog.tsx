import { Dialog as PlainDialog, type DialogProps } from '#src/components/kit/dialog.tsx';
import { Chakra } from '#src/theme/chakra.tsx';

/** A dialog with fields of Chakra in it; the kit has the one without. */
export function ChakraDialog(props: DialogProps) {
  return (
    <Chakra>
      <PlainDialog {...props} />
    </Chakra>
  );
}
