import { useFormContext } from 'react-hook-form';
import { eanCheckDigit, isEan13 } from '#contract/stock/barcode.ts';
import { LineField } from '#src/components/fields/line-field.tsx';
import { useField, type FieldProps } from '#src/components/fields/use-field.ts';
import { ScanButton } from '#src/components/scan/scan-button.tsx';
import { useScan } from '#src/components/scan/use-scan.ts';
import { useTranslation } from 'react-i18next';

/** The right check digit of a 13-digit code, if the typed one is wrong. */
function rightDigit(typed: string): number | undefined {
  const code = typed.replaceAll(/[\s-]/g, '');
  return /^\d{13}$/.test(code) && !isEan13(code) ? eanCheckDigit(code.slice(0, 12)) : undefined;
}

/** A barcode, typed or scanned; a scan works wherever the focus is. */
export function BarcodeField(props: FieldProps<string>) {
  const { t } = useTranslation('products');
  const field = useField(props, String);
  const { clearErrors } = useFormContext();
  const change = (code: string) => {
    clearErrors(props.name);
    field.change(code);
  };
  useScan(change);
  const digit = rightDigit(field.value);
  const error = digit === undefined ? field.error : t('barcodeDigit', { digit });
  return (
    <LineField
      of={props}
      field={{ ...field, error }}
      dir="ltr"
      shown={field.value}
      onType={field.change}
      end={<ScanButton onScan={change} />}
    />
  );
}
