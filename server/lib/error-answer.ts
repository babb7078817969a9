import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ApiErrorCode } from '#contract/errors.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { languageOf } from '#contract/language.ts';
import { ApiError, fieldsInvalid } from './api-error.ts';
import { apiErrorOfDatabase, innermostCause } from './database-error.ts';

/** The framework's own errors that a client can cause; any other 4xx of it is `badRequest`. */
const frameworkErrors: Record<string, ApiErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'requestTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'contentTypeUnsupported',
};

type ValidationError = Pick<FastifyError, 'validationContext'> & {
  validation: readonly { instancePath: string; message?: string | undefined }[];
};

/**
 * A bad id in the path counts as a missing record; a body that is not an object has no fields to
 * name.
 */
function apiErrorOfValidation({ validationContext, validation }: ValidationError): ApiError {
  if (validationContext === 'params') return new ApiError('notFound');
  const issues = validation.map(({ instancePath, message }) => [
    instancePath.slice(1).replaceAll('/', '.'),
    message,
  ]);
  if (issues.some(([path]) => path === '')) return new ApiError('badRequest');
  // The first problem of a field is the one to show.
  return fieldsInvalid(Object.fromEntries(issues.toReversed()) as Record<string, FieldError>);
}

/** Every refusal for the moment says when to try again, unless it names its own time. */
const RETRY_AFTER_S = 3;

/** The error for the client; anything unforeseen is `internal`, and only the log has its cause. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return apiErrorOfValidation(error);
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const framework = frameworkErrors[code];
  if (framework) return new ApiError(framework);
  if (statusCode >= 400 && statusCode < 500) return new ApiError('badRequest');
  return apiErrorOfDatabase(error) ?? new ApiError('internal');
}

/** Logs an unforeseen error for the people who run the server; the client is told nothing of it. */
export function logUnforeseen(log: FastifyBaseLogger, error: unknown): void {
  log.error({ err: innermostCause(error) }, 'request failed');
}

/** Sends `error` in the contract's shape and in the language of the request. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = toApiError(error);
  if (answer.status >= 500) logUnforeseen(request.log, error);
  const language = languageOf(request.headers['accept-language']);
  return reply
    .code(answer.status)
    .headers({
      ...(answer.status === 503 && { 'retry-after': String(RETRY_AFTER_S) }),
      ...answer.details.headers,
    })
    .send(answer.body(language));
}
