import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '#contract/language.ts';
import { logUnforeseen, toApiError } from '#server/plugins/errors.ts';

/** Lines of JSON: what was told, and last `{ answer }` or `{ status, body }` of an error. */
const LINES = 'application/x-ndjson';

/**
 * Answers work that takes its time. What is refused or finished before anything was told is an answer like any other;
 * from then on the head says 200, every progress is a line, and the last line says how it ended. So the progress comes
 * from the process that works, whichever it is, and needs no request of its own.
 */
export async function answerWithProgress<Progress, Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tell: (progress: Progress) => void) => Promise<Answer>,
): Promise<Answer> {
  const lines = new PassThrough();
  const write = (line: object) => void (lines.destroyed || lines.write(`${JSON.stringify(line)}\n`));
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
        write({ status: known.status, body: known.body(languageOf(request.headers['accept-language'])) });
      },
    )
    .finally(() => lines.end());
  // The reply is on its way; what a handler then returns is not looked at.
  return reply.type(LINES).send(lines) as unknown as Answer;
}
