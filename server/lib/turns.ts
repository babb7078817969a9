import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long one piece of a long work goes on before everybody else has a turn. */
const TURN_MS = 25;

/** Lets everybody else have a turn once this work has gone on for long enough. */
export function turnTaker(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < TURN_MS) return undefined;
    return nextTurn().then(() => void (began = performance.now()));
  };
}

/** The result of a work in steps, all at once. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same while everybody else has a turn again and again. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  const takeTurn = turnTaker();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const turn = takeTurn();
    if (turn) await turn;
  }
}
