import { randomUUID } from 'node:crypto';

export type Took = { ms: number[]; refused: string[] };

type Desks = { origin: string; token: string; branchId: string; desks: number };

/** The pause between two acts of a desk. */
const PAUSE_MS = 150;

/** Each student has a phone of their own, because a known one is asked about. */
let added = 0;

/** Desks that search and save a student in turn, until `isOver`. */
export async function workAtDesks(
  { origin, token, branchId, desks }: Desks,
  isOver: () => boolean,
): Promise<Took> {
  const took: Took = { ms: [], refused: [] };
  const ask = async (path: string, body?: object) => {
    const begin = performance.now();
    const answer = await fetch(`${origin}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    took.ms.push(performance.now() - begin);
    if (!answer.ok) took.refused.push(`${answer.status} ${text.slice(0, 120)}`);
  };
  const desk = async () => {
    while (!isOver()) {
      await ask('/students?search=ວົງ&sort=firstName&count=false');
      await ask('/students', {
        firstName: `Desk ${randomUUID().slice(0, 8)}`,
        lastName: 'Bench',
        gender: 'female',
        dateOfBirth: '1990-02-01',
        phone: `020 59${String((added += 1)).padStart(6, '0')}`,
        status: 'prospect',
        guardians: [],
        homeBranchId: branchId,
      });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  await Promise.all(Array.from({ length: desks }, desk));
  return took;
}

/** The time that 95 of 100 answers keep. */
export const p95 = ({ ms }: Took): number =>
  ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.95)] ?? 0;
