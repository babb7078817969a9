import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { roomsList } from '#contract/courses/rooms-list.ts';
import { roomInput, type Room, type RoomInput } from '#contract/courses/rooms.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { readWhole } from '#contract/words/typed-number.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button, IconButton } from '#src/components/kit/button.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { PlainField, PlainSelect } from '#src/components/kit/plain-field.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import { api } from '#src/lib/request/api.ts';
import { keepRow, listKey } from '#src/lib/request/resource.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import {
  useBranchChoice,
  useNewRecordBranchId,
  useOfSelectedBranch,
} from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import styles from './classes.module.css';

type Draft = Omit<RoomInput, 'capacity'> & { capacity: string };
type Problems = Partial<Record<keyof RoomInput, string>> & { form?: string };

/** Adds or changes a room; closes once it is saved. */
function RoomForm({
  room,
  branchId,
  onDone,
}: {
  room: Room | undefined;
  branchId: string;
  onDone: () => void;
}) {
  const { t } = useTranslation(['classes', 'common']);
  const language = useLanguage();
  const client = useQueryClient();
  const branches = useBranchChoice();
  const [draft, setDraft] = useState<Draft>({
    branchId: room?.branchId ?? branchId,
    name: room?.name ?? '',
    capacity: room ? String(room.capacity) : '',
    equipment: room?.equipment ?? '',
    active: room?.active ?? true,
  });
  // Another person's change must not be overwritten only because the list was fetched again.
  const [version] = useState(room?.version);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    if (isBusy) return;
    const capacity = readWhole(draft.capacity);
    if ('error' in capacity)
      return setProblems({ capacity: fieldErrorText(capacity.error, language) });
    const input = roomInput.safeParse({ ...draft, capacity: capacity.value });
    if (!input.success)
      return setProblems(
        Object.fromEntries(
          input.error.issues.map(({ path, message }) => [
            String(path[0]),
            fieldErrorText(message, language),
          ]),
        ),
      );
    setBusy(true);
    const result = await saveOnce((key) =>
      room
        ? api.put<Room>(
            `${roomsList.path}/${room._id}`,
            { ...input.data, version },
            { ...withIdempotency(key), quiet: true },
          )
        : api.post<Room>(roomsList.path, input.data, { ...withIdempotency(key), quiet: true }),
    );
    setBusy(false);
    if (result.outcome === 'saved') {
      await keepRow(client, roomsList, result.row);
      return onDone();
    }
    if (result.outcome === 'invalid') return setProblems(result.fields);
    void client.invalidateQueries({ queryKey: listKey(roomsList) });
    return setProblems({ form: failureText(result) });
  };
  const field = (name: 'name' | 'capacity' | 'equipment') => ({
    label: t(`rooms.${name}`),
    value: draft[name],
    error: problems[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setDraft({ ...draft, [name]: target.value }),
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {branches.options.length > 0 && !room && (
        <PlainSelect
          label={t('branch')}
          value={draft.branchId}
          onChange={({ target }) => setDraft({ ...draft, branchId: target.value })}
        >
          {branches.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </PlainSelect>
      )}
      <div className={styles.pair}>
        <PlainField {...field('name')} autoFocus required />
        <PlainField {...field('capacity')} inputMode="numeric" required />
      </div>
      <PlainField {...field('equipment')} />
      <Tick
        checked={draft.active}
        onChange={({ target }) => setDraft({ ...draft, active: target.checked })}
      >
        {t('rooms.active')}
      </Tick>
      <ErrorText role="alert">{problems.form}</ErrorText>
      <Toolbar align="end">
        <Button type="button" onClick={onDone}>
          {t('common:action.cancel')}
        </Button>
        <Button look="solid" type="submit" aria-disabled={isBusy}>
          {t('rooms.save')}
        </Button>
      </Toolbar>
    </form>
  );
}

function RoomLine({ room, edit }: { room: Room; edit: (() => void) | undefined }) {
  const { t } = useTranslation('classes');
  const { nameOf } = useBranchChoice();
  return (
    <li className={styles.room}>
      <span>
        {room.name}{' '}
        <Aside>
          {[t('rooms.holds', { count: room.capacity }), room.equipment, nameOf?.(room.branchId)]
            .filter(Boolean)
            .join(DOT)}
        </Aside>
        {!room.active && <Aside>{t('rooms.inactive')}</Aside>}
      </span>
      {edit && (
        <IconButton icon={Pencil} label={t('rooms.edit', { name: room.name })} onClick={edit} />
      )}
    </li>
  );
}

/** The rooms of the branch: there are few, so they have no page of their own. */
export function RoomsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['classes', 'common']);
  const rows = useOfSelectedBranch(useCachedList(roomsList, { sort: 'name' }).rows);
  const mayWrite = useCan(roomsList.write);
  const branchId = useNewRecordBranchId();
  const [edited, setEdited] = useState<string>();
  const done = () => setEdited(undefined);
  return (
    <Dialog
      title={t('rooms.title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('rooms.close')}</Button>}
    >
      <div className={styles.scroll}>
        {rows?.length === 0 && <p>{t('rooms.empty')}</p>}
        <ul>
          {rows?.map((room) =>
            edited === room._id ? (
              <li key={room._id}>
                <RoomForm room={room} branchId={branchId} onDone={done} />
              </li>
            ) : (
              <RoomLine
                key={room._id}
                room={room}
                edit={mayWrite ? () => setEdited(room._id) : undefined}
              />
            ),
          )}
        </ul>
        {mayWrite &&
          (edited === 'new' ? (
            <RoomForm room={undefined} branchId={branchId} onDone={done} />
          ) : (
            <Toolbar>
              <Button icon={Plus} onClick={() => setEdited('new')}>
                {t('rooms.add')}
              </Button>
            </Toolbar>
          ))}
      </div>
    </Dialog>
  );
}
