import { inArray, type SQL } from 'drizzle-orm';
import { writingMoveStates, type MoveState } from '#contract/imports/moving-in.ts';
import { moveTable, type StoredMoveState } from '#server/db/tables/desk/moving-in.table.ts';

/** The states of a dry run, each with the state to which the move goes back when it has ended. */
const afterCheck = {
  checking: 'read',
  'checking stopped': 'stopped',
  'checking done': 'done',
} as const satisfies Partial<Record<StoredMoveState, MoveState>>;
export type CheckingState = keyof typeof afterCheck;
const checkingStates = Object.keys(afterCheck) as CheckingState[];

export const isChecking = (state: StoredMoveState | undefined): state is CheckingState =>
  state !== undefined && state in afterCheck;

export const stateAfterCheck = (state: CheckingState) => afterCheck[state];

/** The state of a dry run that goes back to this one. */
export const checkingOf = (state: StoredMoveState): CheckingState =>
  checkingStates.find((checking) => afterCheck[checking] === state) ?? 'checking';

/** The states of a move to which a further file is added, each with the state before it. */
const afterAdding = {
  'reading read': 'read',
  'reading stopped': 'stopped',
  'reading done': 'done',
} as const satisfies Partial<Record<StoredMoveState, MoveState>>;
export type AddingState = keyof typeof afterAdding;
const addingStates = Object.keys(afterAdding) as AddingState[];

export const isAdding = (state: StoredMoveState): state is AddingState => state in afterAdding;

export const stateBeforeAdding = (state: AddingState) => afterAdding[state];

/** The state in which a move takes a further file. */
export const addingOf = (state: StoredMoveState): AddingState =>
  addingStates.find((adding) => afterAdding[adding] === state) ?? 'reading read';

/** The state that a person sees; a file whose rows are still stored is being checked too. */
export const shownMoveState = (state: StoredMoveState): MoveState =>
  isChecking(state) || isAdding(state) || state === 'reading' ? 'checking' : state;

/** Moves to which a further file is added. */
export const takesFile = (): SQL => inArray(moveTable.state, addingStates);

/** Moves that go on by themselves, also after the server was started again. */
export const goesOn = (): SQL =>
  inArray(moveTable.state, [...writingMoveStates, ...checkingStates]);
