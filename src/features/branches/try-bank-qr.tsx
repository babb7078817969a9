import { useTranslation } from 'react-i18next';
import { withAmount } from '#contract/money/lao-qr.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { QrCode } from '#src/components/print/qr-code.tsx';

const TRIED_KIP = 1000;
/** The size at which a phone can scan the code from the screen, with its quiet zone. */
const QR_SIZE = '180px';

/**
 * The account's QR code for 1,000 kip, to be paid once by phone before the desk shows such codes.
 */
export function TryBankQr({ qrText, onArrived }: { qrText: string; onArrived: () => void }) {
  const { t } = useTranslation('branches');
  return (
    <Row gap={3}>
      <div style={{ width: QR_SIZE }}>
        <QrCode text={withAmount(qrText, TRIED_KIP)} label={t('try.picture')} />
      </div>
      <div style={{ flex: '1 1 220px' }}>
        <Stack gap={2}>
          <p>{t('try.how')}</p>
          <Row>
            <Button onClick={onArrived}>{t('try.arrived')}</Button>
          </Row>
        </Stack>
      </div>
    </Row>
  );
}
