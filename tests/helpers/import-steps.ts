import type {
  ImportCheck,
  ImportedFile,
  ImportKind,
  ImportResult,
  ImportRunInput,
} from '#contract/imports/imports.ts';
import type { SheetAnswers } from '#contract/imports/sheet-questions.ts';
import type { Answer, Client } from './test-server.ts';

/** The headings of most files of the tests. */
export const HEAD =
  'First name,Last name,Gender,Date of birth,Phone,Guardian 1 first name,Guardian 1 last name,Guardian 1 phone,Guardian 1 relation';
const octets = { 'content-type': 'application/octet-stream' };

export const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
/** The last line of an answer that told its progress. */
export const lastLine = (answer: Answer) =>
  JSON.parse(answer.body.trim().split('\n').at(-1) ?? '') as {
    answer: ImportResult;
    status: number;
    body: { code: string };
  };

export const upload = (client: Client, file: Buffer, kind: ImportKind = 'students', query = '') =>
  client.send('POST', `/${kind}/imports?fileName=list.csv${query}`, {
    payload: file,
    headers: octets,
  });

type RunOptions = { client?: Client; kind?: string } & Partial<
  Pick<ImportRunInput, 'digest' | 'duplicates' | 'parents' | 'rows' | 'guardians' | 'answers'>
>;

/** The steps of an import; `staff` takes them where a test names nobody else. */
export function importSteps(staff: () => Client) {
  return {
    read: async (
      file: Buffer,
      { client = staff(), kind = 'students' as ImportKind, query = '' } = {},
    ) => {
      const answer = await upload(client, file, kind, query);
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json<ImportedFile>();
    },
    check: async (
      { _id, matching }: ImportedFile,
      {
        client = staff(),
        kind = 'students',
        language = 'en',
        answers = {},
      }: { client?: Client; kind?: string; language?: string; answers?: SheetAnswers } = {},
    ) =>
      (
        await client.post(
          `/${kind}/imports/${_id}/check`,
          { matching, answers },
          { 'accept-language': language },
        )
      ).json<ImportCheck>(),
    run: async (
      { _id, matching }: ImportedFile,
      {
        client = staff(),
        kind = 'students',
        duplicates = 'skip',
        answers = {},
        ...choices
      }: RunOptions = {},
    ) => {
      const found = (
        await client.post(`/${kind}/imports/${_id}/check`, { matching, answers })
      ).json<Partial<ImportCheck>>();
      return client.post(`/${kind}/imports/${_id}/run`, {
        matching,
        answers,
        digest: found.digest ?? '',
        duplicates,
        ...choices,
      });
    },
    undo: ({ _id }: ImportedFile, client = staff(), kind = 'students') =>
      client.send('POST', `/${kind}/imports/${_id}/undo`),
  };
}
