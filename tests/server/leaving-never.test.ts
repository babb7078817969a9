import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Leaving } from '#contract/leaving.ts';
import type { Settlement } from '#contract/value-left.ts';
import { dayInLaos } from '#contract/people.ts';
import { addDays } from '#contract/timetable.ts';
import { done } from '#tests/helpers/class-data.ts';
import { expectNothingLost, type Sold } from '#tests/helpers/sold-place.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';
import { openTransferDesk } from '#tests/helpers/transfers.ts';
import { cash, insertCourse } from '#tests/helpers/visits.ts';

// Two promises of leaving a class: no money is given back that was never paid, and a preview is
// never refused while nothing changed.

let server: TestServer;
let desk: Awaited<ReturnType<typeof openTransferDesk>>;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openTransferDesk(server);
});
afterAll(() => server.close());
afterEach(() => expectNothingLost(server));

/** A place with these sums on its order. */
async function billed({ price, paid }: { price: number; paid: number }): Promise<Sold> {
  const course = await insertCourse(server.db, { amount: price });
  return desk.sold({ tenders: [cash(paid)] }, { course });
}

/** The preview of a withdrawal with this last day. */
const shownFor = async ({ enrolmentId }: Pick<Sold, 'enrolmentId'>, lastDay: string) =>
  done<Leaving>(await desk.clerk.get(`/enrolments/${enrolmentId}/leaving?lastDay=${lastDay}`));
const withdraw = async (
  one: Sold,
  body: { lastDay: string; settlement: Settlement | null; expectedValue: number },
) =>
  done(
    await desk.clerk.post(`/enrolments/${one.enrolmentId}/change`, {
      change: 'withdraw',
      version: 1,
      reason: 'moves away',
      ...body,
    }),
  );

describe('leaving before the first lesson', () => {
  it('gives back all of the tuition, with a last day before the class begins', async () => {
    const one = await billed({ price: 1_200_000, paid: 1_200_000 });
    const today = dayInLaos();
    expect(today < String(one.days[0])).toBe(true);
    const { used, valueLAK, freedLAK } = await shownFor(one, today);
    expect([used, valueLAK, freedLAK]).toEqual([0, 1_200_000, 1_200_000]);
    await withdraw(one, { lastDay: today, settlement: 'credit', expectedValue: 1_200_000 });
    expect([await desk.creditOf(one), (await desk.orderOf(one))?.totalLAK]).toEqual([1_200_000, 0]);
  });

  it('is refused with the reason, in the preview too, for a day before the place was taken', async () => {
    const one = await billed({ price: 1_200_000, paid: 1_200_000 });
    const yesterday = addDays(dayInLaos(), -1);
    const fields = [
      await desk.clerk.get(`/enrolments/${one.enrolmentId}/leaving?lastDay=${yesterday}`),
      await desk.clerk.post(`/enrolments/${one.enrolmentId}/change`, {
        change: 'withdraw',
        version: 1,
        reason: 'moves away',
        lastDay: yesterday,
        settlement: 'credit',
      }),
    ].map((answer) => answer.json<{ fields?: { lastDay?: string } }>().fields?.lastDay);
    expect(fields).toEqual([expect.stringContaining('Not before'), fields[0]]);
  });
});
