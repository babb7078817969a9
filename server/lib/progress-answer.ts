import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '#contract/language.ts';
import { logUnforeseen, toApiError } from './error-answer.ts';

/** Lines of JSON: the progress, and at the end `{ answer }`, or `{ status, body }` of an error. */
const LINES = 'application/x-ndjson';

/**
 * Answers long work. Work that is refused or finished before its first progress gets an ordinary
 * answer. After that the status is 200, every progress is a line, and the last line is the result.
 * The process that works also reports the progress, so no second request is needed.
 */
export async function answerWithProgress<Progress, Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tell: (progress: Progress) => void) => Promise<Answer>,
): Promise<Answer> {
  const lines = new PassThrough();
  const write = (line: object) =>
    void (lines.destroyed || lines.write(`${JSON.stringify(line)}\n`));
  let begin: (() => void) | undefined;
  const begun = new Promise<'begun'>((resolve) => (begin = () => resolve('begun')));
  const outcome = work((progress) => {
    write({ progress });
    begin?.();
  });
  const first = await Promise.race([outcome.then((answer) => ({ answer })), begun]);
  if (first !== 'begun') return first.answer;
  void outcome
    .then(
      (answer) => write({ answer }),
      (error: unknown) => {
        const known = toApiError(error);
        if (known.status >= 500) logUnforeseen(request.log, error);
        write({
          status: known.status,
          body: known.body(languageOf(request.headers['accept-language'])),
        });
      },
    )
    .finally(() => lines.end());
  // The reply has started, so Fastify ignores the handler's result.
  return reply.type(LINES).send(lines) as unknown as Answer;
}
