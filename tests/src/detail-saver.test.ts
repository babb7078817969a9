import { expect, it, vi } from 'vitest';
import { parents } from '#contract/people/parents.ts';
import { students } from '#contract/people/students.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import { detailSaver } from '#src/lib/request/detail-saver.ts';

vi.hoisted(() => vi.stubGlobal('navigator', { onLine: true }));

it('a saved person makes stale the lists that show them, and no others', () => {
  const lists = [
    ['students', 'list', 'page', {}, 1],
    ['parents', 'list', 'total', {}],
    ['courses', 'list'],
    ['branches', 'list'],
  ];
  for (const key of lists) queryClient.setQueryData(key, []);
  void detailSaver(queryClient, students, () => true, [parents]).onConfirmed?.({
    _id: 'a',
    version: 1,
  });
  expect(
    lists.filter((key) => queryClient.getQueryState(key)?.isInvalidated).map(([name]) => name),
  ).toEqual(['students', 'parents']);
});
