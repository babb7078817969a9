import type { ApiErrorBody } from '#contract/errors.ts';
import { ApiError, NetworkError } from './api.ts';

/** The parts of an answer's body as they arrive. */
export async function* streamParts(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** A file as it arrives; `onPart` gets every part. */
export async function readFile(
  response: Response,
  onPart: (part: Uint8Array) => void,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of streamParts(response)) {
    parts.push(part);
    onPart(part);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

type Line<Progress, Answer> =
  { progress: Progress } | { answer: Answer } | { status: number; body: Partial<ApiErrorBody> };

/**
 * The answer of work that reports its progress: lines of JSON, the last of which is the answer or
 * an error. Without that last line the outcome is unknown, as with any lost answer.
 */
export async function readProgress<Progress, Answer>(
  response: Response,
  onProgress: (progress: Progress) => void,
): Promise<Answer> {
  // The work ended before there was any progress to report.
  if (response.headers.get('content-type')?.includes('application/json'))
    return (await response.json()) as Answer;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of streamParts(response)) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      const line = JSON.parse(text) as Line<Progress, Answer>;
      if ('answer' in line) return line.answer;
      if ('status' in line) throw new ApiError(line.status, line.body);
      onProgress(line.progress);
    }
  }
  throw new NetworkError('The answer ended early');
}
