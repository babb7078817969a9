import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { raiseAlertOnce } from '#server/centre/alerts/raise-alert.ts';
import { ClockWrong } from '#server/ledger/books/posting-clock.ts';
import { logUnforeseen, sendError } from '#server/lib/error-answer.ts';

/** Tells the superadmins that postings are refused because of the server's clock. */
export const raiseClockAlert = (db: Db, branchId: string | null): Promise<void> =>
  raiseAlertOnce(db, { kind: 'clockWrong', branchId, subjectId: null, detail: '' });

/**
 * Answers every error in the contract's shape. A posting that was refused because of the clock has
 * rolled back its transaction, so its alert is written here.
 */
export function answerErrors(app: FastifyInstance, db: Db): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof ClockWrong)
      await raiseClockAlert(db, error.branchId).catch((failure: unknown) =>
        logUnforeseen(request.log, failure),
      );
    return sendError(error, request, reply);
  });
}
