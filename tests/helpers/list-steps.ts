import type { ImportKind } from '#contract/imports/imports.ts';
import {
  isMoveBusy,
  type Move,
  type MoveUndoBegun,
  type MovingRow,
  type MovingSheet,
} from '#contract/imports/moving-in.ts';
import type { SheetAnswers } from '#contract/imports/sheet-questions.ts';
import type { Answer, Client } from './test-server.ts';

/** The headings of most files of the tests. */
export const HEAD =
  'First name,Last name,Gender,Date of birth,Phone,Guardian 1 first name,Guardian 1 last name,Guardian 1 phone,Guardian 1 relation';
const octets = { 'content-type': 'application/octet-stream' };

export const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;

export const upload = (client: Client, file: Buffer, kind: ImportKind = 'students', query = '') =>
  client.send('POST', `/${kind}/imports?fileName=list.csv${query}`, {
    payload: file,
    headers: octets,
  });

/** A file that was read, with its first sheet of the list and the rows of that sheet in words. */
export type ListFile = {
  _id: string;
  sheet: MovingSheet;
  rowCount: number;
  firstRows: string[][];
} & Pick<MovingSheet, 'matching' | 'fields' | 'headings' | 'leftOut' | 'hiddenRows' | 'mergedRows'>;

/** Questions whether somebody is another person, apart from cells that are wrong. */
const isAsked = ({ field }: { field: string }) => /^(?:otherPerson|guardian[12]Other)$/.test(field);

/** What a check has found, in the order of the rows. */
export type ListCheck = ReturnType<typeof checkOf>;
function checkOf(move: Move, sheet: MovingSheet, all: readonly MovingRow[]) {
  const problemsOf = ({ number: row, problems }: MovingRow) =>
    problems
      .filter((problem) => !isAsked(problem))
      .map(({ label, value, error }) => ({ row, label, value, error }));
  const waiting = all.filter(({ state }) => state === 'problem' || state === 'waiting');
  const bad = waiting.filter(({ problems }) => !problems.every(isAsked));
  const numbered = <One extends object>({ number: row }: MovingRow, some: readonly One[]) =>
    some.map((one) => ({ row, ...one }));
  return {
    rows: sheet.counts.rows,
    ready: sheet.counts.ready,
    changed: sheet.counts.changed,
    same: sheet.counts.same,
    out: sheet.counts.out,
    questions: sheet.questions,
    problems: bad.flatMap(problemsOf),
    problemRows: bad.length,
    asked: waiting.flatMap(({ number: row, problems }) =>
      problems.filter(isAsked).map(({ field, error }) => ({ row, field, error })),
    ),
    askedRows: waiting.length - bad.length,
    names: all.flatMap((row) => numbered(row, row.names)),
    titles: all.flatMap((row) => numbered(row, row.titles)),
    all,
    move,
  };
}

type CheckOptions = {
  client?: Client;
  kind?: ImportKind;
  language?: string;
  answers?: SheetAnswers;
};
/** `others`: everybody who may be there already is another person. */
type RunOptions = CheckOptions & { others?: boolean };
type Named = Pick<ListFile, '_id'>;

/** The steps of an import into a list; `staff` takes them where a test names nobody else. */
export function listSteps(staff: () => Client) {
  const rowsOf = async (client: Client, at: string, sheetId: string, language = 'en') => {
    const rows: MovingRow[] = [];
    for (;;) {
      const path = `${at}/rows?sheetId=${sheetId}&from=${rows.length}`;
      const page = (
        await client.send('GET', path, { headers: { 'accept-language': language } })
      ).json<{ rows: MovingRow[]; total: number }>();
      rows.push(...page.rows);
      if (rows.length >= page.total) return rows;
    }
  };
  const ended = async (client: Client, at: string) => {
    for (;;) {
      const move = (await client.get(at)).json<Move>();
      if (!isMoveBusy(move.state)) return move;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  /** The move once it is checked; a busy machine may need longer than the answer waits. */
  const checked = (client: Client, kind: ImportKind, move: Move) =>
    move.state === 'checking' ? ended(client, `/${kind}/imports/${move._id}`) : move;
  const sheetOf = ({ sheets }: Move, kind: ImportKind): MovingSheet => {
    const found = sheets.find((sheet) => sheet.kind === kind);
    if (!found) throw new Error(`No sheet of ${kind}`);
    return found;
  };
  const check = async (
    { _id, sheet }: Pick<ListFile, '_id' | 'sheet'>,
    { client = staff(), kind = 'students', language = 'en', answers }: CheckOptions = {},
  ) => {
    const at = `/${kind}/imports/${_id}`;
    const { matching, defaults } = sheet;
    const changed = await client.send('PUT', `${at}/sheets/${sheet._id}`, {
      payload: { kind, matching, answers: answers ?? sheet.answers, defaults },
      headers: { 'accept-language': language },
    });
    if (changed.statusCode !== 200) throw new Error(changed.body);
    const move = await checked(client, kind, changed.json<Move>());
    return checkOf(move, sheetOf(move, kind), await rowsOf(client, at, sheet._id, language));
  };
  return {
    check,
    read: async (
      file: Buffer,
      { client = staff(), kind = 'students' as ImportKind, query = '' } = {},
    ): Promise<ListFile> => {
      const answer = await upload(client, file, kind, query);
      if (answer.statusCode !== 201) throw new Error(answer.body);
      const move = await checked(client, kind, answer.json<Move>());
      const sheet = sheetOf(move, kind);
      const rows = await rowsOf(client, `/${kind}/imports/${move._id}`, sheet._id);
      const { matching, fields, headings, leftOut, hiddenRows, mergedRows } = sheet;
      return {
        _id: move._id,
        sheet,
        rowCount: sheet.counts.rows,
        matching,
        fields,
        headings,
        leftOut,
        hiddenRows,
        mergedRows,
        firstRows: rows
          .slice(0, 5)
          .map(({ values }) =>
            matching.map((field) => (field === null ? '' : (values[field] ?? ''))),
          ),
      };
    },
    /** Says the same of one row, or of every row like it. */
    mend: async (
      { _id }: Named,
      row: MovingRow,
      input: object,
      { client = staff(), kind = 'students' }: CheckOptions = {},
    ) => {
      const path = `/${kind}/imports/${_id}/rows/${row._id}`;
      const answer = await client.send('PUT', path, { payload: input });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return checked(client, kind, answer.json<Move>());
    },
    /** Writes everything that is ready, and waits for the end. */
    run: async (
      { _id, sheet }: Pick<ListFile, '_id' | 'sheet'>,
      { client = staff(), kind = 'students', others = false, answers }: RunOptions = {},
    ) => {
      const at = `/${kind}/imports/${_id}`;
      if (others || answers) {
        const { all } = await check({ _id, sheet }, { client, kind, ...(answers && { answers }) });
        for (const field of ['otherPerson', 'guardian1Other', 'guardian2Other']) {
          const asked = all.find(({ problems }) => problems.some((one) => one.field === field));
          if (others && asked)
            await client.send('PUT', `${at}/rows/${asked._id}`, {
              payload: { field, value: 'yes', forAll: true },
            });
        }
      }
      const answer = await client.send('POST', `${at}/run`);
      const move = answer.statusCode === 200 ? await ended(client, at) : undefined;
      return { answer, added: move?.counts.in ?? 0, move };
    },
    /** Takes everything back and waits for the end; nothing, if something of it is used. */
    undo: async (
      { _id }: Named,
      client = staff(),
      kind: ImportKind = 'students',
      others = false,
    ) => {
      const at = `/${kind}/imports/${_id}`;
      const answer = await client.send('POST', `${at}/undo`, { payload: { others } });
      if (answer.statusCode !== 200) return { answer, removed: 0, kept: [] };
      const { begun, kept } = answer.json<MoveUndoBegun>();
      const move = begun ? await ended(client, at) : undefined;
      return {
        answer,
        removed: move?.undo?.removed ?? 0,
        kept: begun ? (move?.undo?.kept ?? []) : kept,
      };
    },
  };
}
