import type { FieldErrors } from 'react-hook-form';
import { fieldErrorText } from '#contract/field-errors.ts';
import { DOT } from '#contract/words/dot.ts';
import type { FieldDescription } from '#src/components/fields/form-context.ts';
import { currentLanguage } from '#src/lib/text/i18n.ts';

type Problem = { type: unknown; message: string };

/** The fields that a form has described, and the names of those that are drawn now. */
export type FormFields = {
  descriptions: ReadonlyMap<string, FieldDescription>;
  drawn: ReadonlySet<string>;
};

/** The problems in the error of a field, whose value may have parts. */
function problemsIn(error: unknown): Problem[] {
  if (error === null || typeof error !== 'object') return [];
  if ('message' in error && typeof error.message === 'string')
    return [{ type: 'type' in error ? error.type : '', message: error.message }];
  return Object.entries(error).flatMap(([name, part]) => (name === 'ref' ? [] : problemsIn(part)));
}

/**
 * The errors of a form that stand nowhere in it, as text: of a field that another choice has hidden
 * since it was filled in, or that the form never draws.
 */
export function unseenErrors(
  form: Pick<HTMLElement, 'querySelector' | 'textContent'>,
  errors: FieldErrors,
  { descriptions, drawn }: FormFields,
): string {
  const showsSome = form.querySelector('[aria-invalid="true"], [data-invalid]') !== null;
  const texts = Object.entries(errors).flatMap(([name, error]) =>
    problemsIn(error).flatMap(({ type, message }) => {
      const text = type === 'server' ? message : fieldErrorText(message, currentLanguage());
      const label = descriptions.get(name)?.label;
      // A field may word its error in another way, and the text may stand at another field.
      const isHidden = label !== undefined && !drawn.has(name);
      if (!isHidden && (showsSome || form.textContent.includes(text))) return [];
      return [label === undefined ? text : `${label}: ${text}`];
    }),
  );
  return [...new Set(texts)].join(DOT);
}

const BAD =
  '[aria-invalid="true"]:not([role=radiogroup]), [aria-invalid="true"] input, [data-invalid]';

/** Focuses the first bad field of a form. Returns the errors that stand nowhere in it, as text. */
export function leadToErrors(form: HTMLElement, errors: FieldErrors, fields: FormFields): string {
  form.querySelector<HTMLElement>(BAD)?.focus();
  return unseenErrors(form, errors, fields);
}
