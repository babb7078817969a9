import { useEffect, useRef, useState } from 'react';
import { useController, useFormContext, useFormState } from 'react-hook-form';
import { fieldErrorText } from '#contract/field-errors.ts';
import type { Product } from '#contract/stock/products.ts';
import { useFormContextValue } from '#src/components/fields/form-context.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import type { Quantity } from './quantity-box.tsx';

/** The fields that the lines of every paper have. */
export type StockPaperLine = { productId: string; quantity: Quantity };

type Options<Line> = {
  /** A new line of this product, without a quantity. */
  blank: (product: Product) => Line;
  label: string;
  /** The lines as text, for comparing two versions. */
  show: (lines: readonly Line[]) => string;
};

const numberOf = (quantity: Quantity) => (typeof quantity === 'number' ? quantity : 0);

/** The error of a field of a line, or of the amount in it. */
type FieldProblem = { type?: string; message?: string; amount?: FieldProblem };

/** The errors of the lines, by line and field; codes from the schema, text from the server. */
type LineErrors = { message?: string; root?: { message?: string } } & Record<
  number,
  Record<string, FieldProblem | undefined> | undefined
>;

/**
 * The field `lines` of a form: a scan adds a line or one piece to it, and moves the focus to its
 * quantity.
 */
export function useLines<Line extends StockPaperLine>({ blank, label, show }: Options<Line>) {
  const language = useLanguage();
  const { field } = useController<Record<string, Line[]>>({ name: 'lines' });
  const { getValues } = useFormContext<Record<string, unknown>>();
  const formState = useFormState({ name: 'lines' });
  const { describe } = useFormContextValue();
  const [last, setLast] = useState<{ productId: string; at: string }>();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => describe('lines', { label, show: (value) => show(value as Line[]) }));
  const read = () => (getValues('lines') as Line[] | undefined) ?? [];
  const put = (lines: Line[]) => field.onChange(lines);
  const change = (productId: string, changes: Partial<Line>) =>
    put(read().map((line) => (line.productId === productId ? { ...line, ...changes } : line)));
  const remove = (productId: string) => put(read().filter((line) => line.productId !== productId));
  const goTo = (productId: string) =>
    requestAnimationFrame(() => {
      if (document.querySelector('dialog[open]')) return;
      const box = list.current?.querySelector<HTMLInputElement>(
        `[data-quantity-of="${productId}"]`,
      );
      box?.focus();
      box?.select();
    });
  const add = (product: Product) => {
    const lines = read();
    const before = lines.find(({ productId }) => productId === product._id);
    if (before) change(product._id, { quantity: numberOf(before.quantity) + 1 } as Partial<Line>);
    else put([blank(product), ...lines]);
    setLast({ productId: product._id, at: new Date().toISOString() });
    goTo(product._id);
  };
  const undo = (productId: string) => {
    const line = read().find((one) => one.productId === productId);
    if (!line || numberOf(line.quantity) <= 1) remove(productId);
    else change(productId, { quantity: numberOf(line.quantity) - 1 } as Partial<Line>);
    if (!line || numberOf(line.quantity) <= 1) setLast(undefined);
  };
  const errors = formState.errors['lines'] as LineErrors | undefined;
  const words = (error: { type?: string; message?: string } | undefined) =>
    error?.message &&
    (error.type === 'server' ? error.message : fieldErrorText(error.message, language));
  return {
    lines: field.value,
    list,
    last,
    add,
    change,
    remove,
    undo,
    /** The error of a field of a line, as text. */
    errorOf: (at: number, name: string) => {
      const problem = errors?.[at]?.[name];
      return words(problem?.message === undefined ? problem?.amount : problem);
    },
    /** The error of the lines as a whole. */
    error: words(errors?.root ?? (errors?.message === undefined ? undefined : errors)),
  };
}
