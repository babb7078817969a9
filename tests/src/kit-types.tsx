import type { Branch } from '#contract/centre/branches.ts';
import { branchInput, branches } from '#contract/centre/branches.ts';
import { resource } from '#contract/resource.ts';
import { can } from '#contract/roles.ts';
import { NumberField } from '#src/components/fields/number-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { useSaver } from '#src/lib/request/resource.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

// Never run, only compiled: an expected error that is none is an error itself, so this file fails
// the type check as soon as the kit lets one of these mistakes pass.

export function Lists() {
  useCachedList(branches, { sort: 'branchName' });
  useCachedList(branches, { sort: '-createdAt' });
  // @ts-expect-error branches have no such field
  useCachedList(branches, { sort: 'nope' });
  // @ts-expect-error a field, but not one that branches are sorted by
  useCachedList(branches, { sort: 'manager' });

  const row = useCachedList(branches, {}).rows?.[0];
  // @ts-expect-error a row has no such field
  return String(row?.nope);
}

export function Saves({ branch }: { branch: Branch }) {
  const saver = useSaver(branches);
  // @ts-expect-error most of a branch is missing
  void saver.send({ branchName: 'Sisattanak' }, undefined, 'key');
  // @ts-expect-error a write without a key
  void saver.send(branch, branch);
  return saver.send(branch, branch, 'key');
}

export function Form({ branch }: { branch: Branch }) {
  const saver = useSaver(branches);
  return (
    <RecordForm
      schema={branchInput}
      row={branch}
      action="branches:write"
      failed=""
      draft={{ form: branches.name, record: branch._id }}
      saver={saver}
      onSaved={() => undefined}
      onCancel={() => undefined}
    >
      {(field) => (
        <>
          <TextField {...field('branchName')} label="" />
          <NumberField {...field('holdHours')} label="" />
          {/* @ts-expect-error the form has no such field */}
          <TextField {...field('nope')} label="" />
          {/* @ts-expect-error a field for text cannot hold a number */}
          <TextField {...field('holdHours')} label="" />
        </>
      )}
    </RecordForm>
  );
}

export function FormWithoutDraft({ branch }: { branch: Branch }) {
  const saver = useSaver(branches);
  const props = {
    schema: branchInput,
    row: branch,
    action: branches.write,
    failed: '',
    saver,
  } as const;
  const endings = { onSaved: () => undefined, onCancel: () => undefined };
  return (
    // @ts-expect-error what is typed into it would be lost
    <RecordForm {...props} {...endings}>
      {() => null}
    </RecordForm>
  );
}

export const mistakes = [
  // @ts-expect-error nobody may do this: there is no such rule
  () => can('admin', 'branches:paint'),
  // @ts-expect-error a resource nobody has a rule for
  () => resource({ ...branches, name: 'nope' }),
  // @ts-expect-error sorted by a field the row does not have
  () => resource({ ...branches, sort: ['nope'] }),
];
