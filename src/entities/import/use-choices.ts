import { useState } from 'react';
import type { ImportCheck, ImportRunInput } from '#contract/imports/imports.ts';

/** One choice for all, and exceptions by key. */
function useChoice<Choice extends string>(first: Choice) {
  const [all, setAll] = useState<Choice>(first);
  const [others, setOthers] = useState<ReadonlyMap<string, Choice>>(new Map());
  return {
    all,
    /** True if there are exceptions, so that a new choice for all would change something. */
    isMixed: [...others.values()].some((choice) => choice !== all),
    of: (key: string) => others.get(key) ?? all,
    chooseAll: (choice: Choice) => {
      setAll(choice);
      setOthers(new Map());
    },
    choose: (key: string, choice: Choice) =>
      setOthers((chosen) => new Map(chosen).set(key, choice)),
  };
}

export type Choosing<Choice extends string> = ReturnType<typeof useChoice<Choice>>;
/** The key of a guardian in the file. */
export const guardianKey = ({ row, guardian }: { row: number; guardian: number }) =>
  `${row} ${guardian}`;

/**
 * The clerk's choices for people who may exist already; nobody is added twice unless the clerk says
 * so.
 */
export function useChoices({ ready, duplicateRows, duplicates, parents, digest }: ImportCheck) {
  const people = useChoice<ImportRunInput['duplicates']>('skip');
  const guardians = useChoice<ImportRunInput['parents']>('add');
  const added = duplicates.filter(({ row }) => people.of(String(row)) !== 'skip').length;
  const untold = people.all !== 'skip' ? duplicateRows - duplicates.length : 0;
  const input: Omit<ImportRunInput, 'matching' | 'answers'> = {
    ...{ digest, duplicates: people.all, parents: guardians.all },
    rows: duplicates.map(({ row }) => ({ row, choice: people.of(String(row)) })),
    guardians: parents.map(({ row, guardian }) => ({
      row,
      guardian,
      choice: guardians.of(guardianKey({ row, guardian })),
    })),
  };
  return { people, guardians, count: ready + added + untold, input };
}

export type ImportChoices = ReturnType<typeof useChoices>;
