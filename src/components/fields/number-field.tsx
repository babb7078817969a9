import {
  RATE_DECIMALS,
  readDecimal,
  readWhole,
  SCORE_DECIMALS,
  type ReadNumber,
} from '#contract/words/typed-number.ts';
import { formatRate } from '#src/lib/text/format.ts';
import { TypedField } from './typed-field.tsx';
import type { FieldProps } from './use-field.ts';

/** A whole number; empty is null, which the schema refuses where a number is required. */
export function NumberField(props: FieldProps<number | null>) {
  return <TypedField of={props} inputMode="numeric" read={readWhole} show={String} />;
}

const readRate = (text: string) => readDecimal(text, RATE_DECIMALS);

/** A rate, held as text, never as a float; grouped by thousands once it is typed. */
export function RateField(props: FieldProps<string>) {
  return (
    <TypedField
      of={props as FieldProps<string | null>}
      inputMode="decimal"
      read={readRate}
      show={formatRate}
      blank=""
    />
  );
}

function readScore(text: string): ReadNumber<number> {
  const read = readDecimal(text, SCORE_DECIMALS);
  return 'value' in read ? { value: read.value === null ? null : Number(read.value) } : read;
}

/** A score, with at most two decimals. */
export function ScoreField(props: FieldProps<number | null>) {
  return <TypedField of={props} inputMode="decimal" read={readScore} show={String} />;
}
