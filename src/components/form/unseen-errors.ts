import type { FieldErrors } from 'react-hook-form';
import { fieldErrorText } from '#contract/field-errors.ts';
import { DOT } from '#contract/words/dot.ts';
import type { FieldDescription } from '#src/components/fields/form-context.ts';
import { currentLanguage } from '#src/lib/text/i18n.ts';

type Problem = { type: unknown; message: string };

/** The problems in the error of a field, whose value may have parts. */
function problemsIn(error: unknown): Problem[] {
  if (error === null || typeof error !== 'object') return [];
  if ('message' in error && typeof error.message === 'string')
    return [{ type: 'type' in error ? error.type : '', message: error.message }];
  return Object.entries(error).flatMap(([name, part]) => (name === 'ref' ? [] : problemsIn(part)));
}

/**
 * The errors of a form that stand nowhere in it, as text: of a field that another choice has hidden
 * since it was filled in.
 */
export function unseenErrors(
  form: HTMLElement,
  errors: FieldErrors,
  descriptions: ReadonlyMap<string, FieldDescription>,
): string {
  if (form.querySelector('[aria-invalid="true"], [data-invalid]')) return '';
  const texts = Object.entries(errors).flatMap(([name, error]) =>
    problemsIn(error).flatMap(({ type, message }) => {
      const text = type === 'server' ? message : fieldErrorText(message, currentLanguage());
      if (form.textContent.includes(text)) return [];
      const label = descriptions.get(name)?.label;
      return [label === undefined ? text : `${label}: ${text}`];
    }),
  );
  return [...new Set(texts)].join(DOT);
}
