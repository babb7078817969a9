import { apiErrors, type ApiErrorBody, type ApiErrorCode } from '#contract/errors.ts';
import { fieldErrorText, type FieldError } from '#contract/field-errors.ts';
import type { Language } from '#contract/language.ts';

type Details = {
  /** What is wrong with each field, by its dotted path. */
  fields?: Record<string, FieldError>;
  /** Of a write of several things at once, what stands in the way of each. */
  rows?: Record<string, unknown>[];
  /** Fills `{n}` in the text. */
  n?: number | string;
  headers?: Record<string, string>;
};

/** An error the client is meant to see; thrown anywhere, turned into words by the error handler. */
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
    const error = apiErrors[this.code][language].replace('{n}', String(n));
    const base = { error, code: this.code, ...(rows && { rows }) };
    if (!fields) return base;
    const words = Object.entries(fields).map(([path, problem]) => [path, fieldErrorText(problem, language)]);
    return { ...base, fields: Object.fromEntries(words) as Record<string, string> };
  }
}

/** 400 with what is wrong with each field. */
export function fieldsInvalid(fields: Record<string, FieldError>): ApiError {
  return new ApiError('fieldsInvalid', { fields });
}
