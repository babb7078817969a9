import { isMoveBusy, type Move } from '#contract/imports/moving-in.ts';

/** Waits until the server has checked or written an import of students; gives the rows in it. */
export async function importEnded(
  ask: (method: string, path: string) => Promise<Response>,
  id: string,
): Promise<number> {
  for (;;) {
    const move = (await (await ask('GET', `/students/imports/${id}`)).json()) as Move;
    if (!isMoveBusy(move.state)) return move.counts.in;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
