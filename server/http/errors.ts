import type { FastifyInstance } from 'fastify';
import { sendError } from '#server/lib/error-answer.ts';

export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(sendError);
}
