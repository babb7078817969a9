import { staffAccountInput, type StaffAccountInput } from '#contract/centre/staff-accounts.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { formatPhone } from '#contract/people/phone.ts';
import type { ProvinceCode } from '#contract/people/provinces.ts';
import type { Role } from '#contract/roles.ts';
import { addAccounts } from '#server/centre/staff-accounts/added-accounts.ts';
import { removeUsers } from '#server/centre/users/added-users.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import { rowTwice, type MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import { writtenPhones } from '#server/desk/moving-in/written-phones.ts';
import { laoInLatin } from '#server/lib/lao-letters.ts';
import { choiceWord, roleWords } from '#server/lib/sheets/choice-words.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import { parsed, type MovingKind } from './moving-kind.ts';

/** Stands for a surname that is not there, so that the form of an account takes the rest. */
const NO_SURNAME = '-';
/** The sign-in name of somebody in whose name no letter is known. */
const NAMELESS = 'staff';

/** The role of a row; a superadmin is never made by a file. */
function roleIn(row: MovingRowCheck): Exclude<Role, 'superadmin'> | undefined {
  const { superadmin, ...given } = roleWords;
  const text = row.needed('role');
  const read = parseChoice(text, given, 'en');
  if ('value' in read) return (read.value as Exclude<Role, 'superadmin'> | null) ?? undefined;
  const isSuperadmin = 'value' in parseChoice(text, { superadmin }, 'en');
  return row.fail(
    'role',
    isSuperadmin ? 'superadminByFile' : read.error,
    Object.values(given).map(({ en }) => en),
  );
}

function phoneIn(row: MovingRowCheck, province: ProvinceCode | undefined): string {
  const { phones, unread } = writtenPhones(row.text('phone'), province);
  if (unread.length > 0) row.fail('phone', 'phoneInvalid');
  return phones[0] ?? '';
}

/** What a row says of its person, once the branch is known. */
type Person = { firstName: string; lastName: string; branchId: string };

/** The account that a row is: by its row id, its e-mail, else by the person in their branch. */
function foundOf(row: MovingRowCheck, known: KnownRecords, person: Person, phone: string) {
  const email = row.text('email').toLowerCase();
  const byKey = known.keys.get(`accounts ${row.text('rowId')}`);
  if (byKey !== undefined) return byKey;
  return email === '' ? known.accounts.byPerson(person, phone) : known.accounts.byEmail(email);
}

/** Says what an account keeps that is there, where the row says something else. */
function sayAccount(
  row: MovingRowCheck,
  { accounts, names, language }: KnownRecords,
  found: string,
  said: { role: Role; branchId: string; phone: string },
): void {
  const here = accounts.get(found);
  if (!here) return;
  const says = (field: string, text: string) =>
    row.hint(field, `staysHere:${text || '-'}` as FieldError);
  if (here.role !== said.role) says('role', choiceWord(roleWords, here.role, language));
  if (row.text('branch') !== '' && here.branchId !== said.branchId)
    says('branch', names.get('branch', here.branchId ?? '')?.label ?? '');
  if (said.phone !== '' && here.phone !== said.phone) says('phone', formatPhone(here.phone));
  const email = row.text('email').toLowerCase();
  if (email !== '' && email !== here.email) says('email', here.email);
}

/**
 * Staff accounts. One that is there stays as it is: a new role or branch is given on its own page,
 * which signs the person out. A new one has no password until somebody makes the sheet of them.
 */
export const accountKind: MovingKind = {
  check(row, known) {
    const [firstName, lastName] = [row.text('firstName'), row.text('lastName')];
    const name = `${firstName} ${lastName}`.trim();
    if (name === '') row.fail('fullName', 'required');
    const role = roleIn(row);
    const branch = row.branch('branch');
    const phone = phoneIn(row, known.provinces.get(branch?.id ?? ''));
    if (name === '' || !branch) return row.result(name, { input: null });
    const person = { firstName, lastName, branchId: branch.id };
    const found = foundOf(row, known, person, phone);
    const twice = found === undefined ? undefined : known.seen.get(`accounts ${found}`);
    if (twice !== undefined && found !== undefined && known.accounts.isCalled(found, person))
      return rowTwice(name, 'fullName', twice);
    // Two people cannot sign in with one address.
    if (twice !== undefined) row.fail('email', 'taken');
    const called = laoInLatin(firstName) || NAMELESS;
    const email = row.text('email') || known.accounts.freeName(called, branch.label);
    const label = `${name} · ${email.toLowerCase()}`;
    if (row.isBroken) return row.result(name, { input: null });
    if (found !== undefined && role) {
      known.seen.set(`accounts ${found}`, row.number);
      sayAccount(row, known, found, { role, branchId: branch.id, phone });
      return row.result(label, { recordId: found, input: null });
    }
    const values = { ...person, email, phone, role, lastName: lastName || NO_SURNAME };
    const input = role && parsed(row, staffAccountInput, values, { branchId: 'branch' });
    if (input) {
      known.accounts.add({ ...input, ...person, _id: row.id, passwordHash: '' });
      known.seen.set(`accounts ${row.id}`, row.number);
    }
    return row.result(label, { input: input ? { ...input, lastName } : null });
  },
  write: async (writer, rows) => {
    await addAccounts(
      writer,
      rows.map(({ _id, input }) => ({ ...(input as StaffAccountInput), _id })),
    );
    return undefined;
  },
  remove: removeUsers,
};
