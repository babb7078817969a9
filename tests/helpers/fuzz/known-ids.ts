import type { Client } from '#tests/helpers/test-server.ts';

type Row = { _id?: unknown; branchId?: unknown; homeBranchId?: unknown; branchIds?: unknown };
/** Ids of a list, of the branch that the requests are about and of others. */
type Known = { own: string[]; foreign: string[] };

/** The rows of a list: the answer itself, or the first list in it. */
function rowsIn(answer: unknown): Row[] {
  if (Array.isArray(answer)) return answer as Row[];
  const lists = Object.values((answer ?? {}) as object).filter((part) => Array.isArray(part));
  return (lists[0] ?? []) as Row[];
}

/** Reads lists once, and gives ids of their rows by branch. */
export function knownIds(reader: Client, branchId: string) {
  const lists = new Map<string, Known>();
  const read = async (path: string): Promise<Known> => {
    const answer = await reader.get(`${path}?pageSize=100`);
    const plain = answer.statusCode === 200 ? answer : await reader.get(path);
    const json = String(plain.headers['content-type']).includes('json');
    const rows = plain.statusCode === 200 && json ? rowsIn(plain.json<unknown>()) : [];
    const ofBranch = ({ _id, branchId: of, homeBranchId, branchIds }: Row) => {
      if (path === '/branch-names') return _id === branchId;
      const branch = of ?? homeBranchId;
      if (Array.isArray(branchIds) && branchIds.length > 0) return branchIds.includes(branchId);
      return branch === undefined || branch === null || branch === branchId;
    };
    const ids = (list: Row[]) =>
      list.map(({ _id }) => _id).filter((id): id is string => typeof id === 'string');
    return {
      own: ids(rows.filter(ofBranch)),
      foreign: ids(rows.filter((row) => !ofBranch(row))),
    };
  };
  return {
    /** Reads the lists anew, because acts have added rows. */
    refresh: async (paths: readonly string[]) => {
      for (const path of paths) lists.set(path, await read(path));
    },
    of: (path: string): Known => lists.get(path) ?? { own: [], foreign: [] },
  };
}
