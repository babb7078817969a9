import { randomInt } from 'node:crypto';
import type { ParentRecord } from '#contract/people/parents.ts';
import type { StudentRecord } from '#contract/people/students.ts';
import { branchId, type Answer, type Client, type TestServer } from './test-server.ts';

/** A name and a phone nobody else in the test has. */
const someone = () => ({ firstName: `ສົມພອນ${randomInt(1e9)}`, lastName: 'ວົງສະຫວັນ' });
export const somePhone = () => `+85620${randomInt(10_000_000, 99_999_999)}`;

export const newGuardian = (fields: object = {}) => ({
  ...someone(),
  phone: somePhone(),
  relation: 'mother',
  isPayer: true,
  ...fields,
});

/** A child with its mother, as the form sends it. */
export async function newStudent({ db }: TestServer, fields: object = {}) {
  return {
    ...someone(),
    gender: 'female',
    dateOfBirth: '2015-03-09',
    homeBranchId: await branchId(db, 'VTE'),
    guardians: [newGuardian()],
    ...fields,
  };
}

export async function newParent({ db }: TestServer, fields: object = {}) {
  return { ...someone(), phone: somePhone(), branchId: await branchId(db, 'VTE'), ...fields };
}

/** The record an answer holds; fails with what the server said instead. */
function recordIn<Row>(answer: Answer): Row {
  if (answer.statusCode >= 300) throw new Error(`Answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<Row>();
}

export const addStudent = async (
  server: TestServer,
  client: Client,
  fields: object = {},
): Promise<StudentRecord> =>
  recordIn(await client.post('/students', await newStudent(server, fields)));

export const addParent = async (
  server: TestServer,
  client: Client,
  fields: object = {},
): Promise<ParentRecord> =>
  recordIn(await client.post('/parents', await newParent(server, fields)));

/** The body of a PUT: the record as it is, with some fields changed. */
export const changed = <Row extends { _id: string }>(
  { _id: _own, ...row }: Row,
  fields: object,
) => ({ ...row, ...fields });

/** Status and code of a refusal, to be compared at once. */
export const refusal = (answer: Answer) => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
];
