import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChakraDialog } from '#src/components/feedback/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { useCamera } from './use-camera.ts';

type ScanDialogProps = {
  onScan: (code: string) => void;
  /** Stays open for further codes. */
  many: boolean;
  onClose: () => void;
};

/** Shows the camera's picture; closes after the first code, or stays open if `many`. */
export function ScanDialog({ onScan, many, onClose }: ScanDialogProps) {
  const { t } = useTranslation();
  const [last, setLast] = useState<string>();
  const { video, state } = useCamera((code) => {
    setLast(code);
    if (!many) onClose();
    onScan(code);
  });
  const isShown = state === 'starting' || state === 'reading';
  return (
    <ChakraDialog
      title={t('scan.title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t(many ? 'action.close' : 'action.cancel')}</Button>}
    >
      <chakra.video
        ref={video}
        muted
        playsInline
        aria-hidden
        hidden={!isShown}
        width="full"
        maxHeight="50vh"
        aspectRatio="4 / 3"
        objectFit="cover"
        bg="bg.muted"
        borderRadius="md"
      />
      <chakra.p role="status" marginTop={isShown ? '3' : '0'} lineHeight="lao">
        {last === undefined ? (
          t(`scan.${state}`)
        ) : (
          <>
            {t('scan.read')} <LeftToRight>{last}</LeftToRight>
          </>
        )}
      </chakra.p>
    </ChakraDialog>
  );
}
