import { apiErrors, type ApiErrorBody, type ApiErrorCode } from '#contract/errors.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { anyFieldErrorText } from '#contract/server-field-errors.ts';
import type { Language } from '#contract/language.ts';

type Details = {
  /** The errors of the fields, by their dotted path. */
  fields?: Record<string, FieldError>;
  /** The objections to each item of a write of several. */
  rows?: Record<string, unknown>[];
  /** The replacement of `{n}` in the text, or one for each language. */
  n?: number | string | Record<Language, string>;
  headers?: Record<string, string>;
};

/** An error for the client; thrown anywhere, turned into words by the error handler. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly details: Details;

  constructor(code: ApiErrorCode, details: Details = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return apiErrors[this.code].status;
  }

  /** The body of the answer, in `language`. */
  body(language: Language): ApiErrorBody {
    const { fields, rows, n } = this.details;
    const error = apiErrors[this.code][language].replace('{n}', () =>
      String(typeof n === 'object' ? n[language] : n),
    );
    const base = { error, code: this.code, ...(rows && { rows }) };
    if (!fields) return base;
    const words = Object.entries(fields).map(([path, problem]) => [
      path,
      anyFieldErrorText(problem, language),
    ]);
    return { ...base, fields: Object.fromEntries(words) as Record<string, string> };
  }
}

/** 400 with the errors of the fields. */
export function fieldsInvalid(fields: Record<string, FieldError>): ApiError {
  return new ApiError('fieldsInvalid', { fields });
}
