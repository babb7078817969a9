import { useState } from 'react';
import type { ImportCheck, ImportRunInput } from '#contract/imports.ts';

/** One choice for all, and another one for some of them, each by its key. */
function useChoice<Choice extends string>(first: Choice) {
  const [all, setAll] = useState<Choice>(first);
  const [others, setOthers] = useState<ReadonlyMap<string, Choice>>(new Map());
  return {
    all,
    /** Whether some differ: then the choice for all is open again. */
    isMixed: [...others.values()].some((choice) => choice !== all),
    of: (key: string) => others.get(key) ?? all,
    chooseAll: (choice: Choice) => {
      setAll(choice);
      setOthers(new Map());
    },
    choose: (key: string, choice: Choice) => setOthers((chosen) => new Map(chosen).set(key, choice)),
  };
}

export type Choosing<Choice extends string> = ReturnType<typeof useChoice<Choice>>;
/** How a guardian of the file is told from the others. */
export const guardianKey = ({ row, guardian }: { row: number; guardian: number }) => `${row} ${guardian}`;

/** What the clerk wants to be done with people who may be there already; nobody is added twice unless they say so. */
export function useChoices({ ready, duplicateRows, duplicates, parents, digest }: ImportCheck) {
  const people = useChoice<ImportRunInput['duplicates']>('skip');
  const guardians = useChoice<ImportRunInput['parents']>('add');
  const added = duplicates.filter(({ row }) => people.of(String(row)) === 'add').length;
  const untold = people.all === 'add' ? duplicateRows - duplicates.length : 0;
  const input: Omit<ImportRunInput, 'matching'> = {
    ...{ digest, duplicates: people.all, parents: guardians.all },
    rows: duplicates.map(({ row }) => ({ row, choice: people.of(String(row)) })),
    guardians: parents.map(({ row, guardian }) => ({ row, guardian, choice: guardians.of(guardianKey({ row, guardian })) })),
  };
  return { people, guardians, count: ready + added + untold, input };
}

export type Choices = ReturnType<typeof useChoices>;
