import { useQueryClient } from '@tanstack/react-query';
import { PencilLine, Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { grantedRoles, type GrantedRole } from '#contract/centre/staff-accounts.ts';
import { permissionSets, type PermissionSet } from '#contract/rights/permission-sets.ts';
import { roles } from '#contract/roles.ts';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Menu, MenuEntry, MenuList } from '#src/components/kit/menu.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Segments } from '#src/components/kit/segments.tsx';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { paths } from '#src/lib/paths.ts';
import { RightsOfAccount } from './account-rights.tsx';
import { comparedRights, useIsNarrow, type RightsColumn } from './rights-columns.ts';
import { usePermissionSets } from './rights-queries.ts';
import { RightsTable, type GuardedPage } from './rights-table.tsx';
import { SetDialog } from './set-dialog.tsx';
import styles from './rights.module.css';

type Part = (typeof comparedRights)[number];

type ColumnsPartProps = { columns: readonly RightsColumn[]; pages: readonly GuardedPage[] };

/** The table; on a phone with one column, which the person chooses. */
function ColumnsPart({ columns, pages }: ColumnsPartProps) {
  const { t } = useTranslation('rights-page');
  const isNarrow = useIsNarrow();
  const [chosen, setChosen] = useState(columns[0]?.key);
  if (!isNarrow) return <RightsTable columns={columns} pages={pages} isFolded={false} />;
  const one = columns.find(({ key }) => key === chosen) ?? columns[0];
  return (
    <>
      <PlainSelect
        label={t('show')}
        value={one?.key}
        onChange={({ target }) => setChosen(target.value)}
      >
        {columns.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </PlainSelect>
      <RightsTable columns={one ? [one] : []} pages={pages} isFolded />
    </>
  );
}

type Editing = { role: GrantedRole; set: PermissionSet | undefined };

type SetsPartProps = { sets: readonly PermissionSet[]; pages: readonly GuardedPage[] };

/** Every permission set with the people who have it, and the rights that it comes to. */
function SetsPart({ sets, pages }: SetsPartProps) {
  const { t } = useTranslation('rights-page');
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const [editing, setEditing] = useState<Editing>();
  const close = () => setEditing(undefined);
  const saved = () => {
    close();
    void client.invalidateQueries({ queryKey: [permissionSets.name] });
  };
  const columns = sets.map(({ _id, name, role, people, ...set }): RightsColumn => {
    const count = new Set(people.map(({ userId }) => userId)).size;
    return {
      key: _id,
      name,
      note: [
        t('sets.for', { role: common(`role.${role}`) }),
        count === 0 ? t('sets.nobody') : t('sets.people', { count }),
      ].join(', '),
      grant: { role, permissionSet: { name, ...set } },
    };
  });
  const add = (
    <Menu
      trigger={
        <>
          <Plus size={16} aria-hidden /> {t('sets.add')}
        </>
      }
      className={styles.add}
      width={240}
      align="start"
      isNear
    >
      {(done) => (
        <MenuList label={t('sets.add')}>
          {grantedRoles.map((role) => (
            <MenuEntry
              key={role}
              onClick={() => {
                done();
                setEditing({ role, set: undefined });
              }}
            >
              {t('sets.addFor', { role: common(`role.${role}`) })}
            </MenuEntry>
          ))}
        </MenuList>
      )}
    </Menu>
  );
  return (
    <>
      <Note>{t('sets.optional')}</Note>
      {sets.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={t('sets.none')}>
          {add}
        </EmptyState>
      ) : (
        <Toolbar label={t('of.sets')}>
          {add}
          {sets.map((set) => (
            <Button
              key={set._id}
              icon={PencilLine}
              onClick={() => setEditing({ role: set.role, set })}
            >
              {t('sets.change', { name: set.name })}
            </Button>
          ))}
        </Toolbar>
      )}
      {sets.length > 0 && <ColumnsPart columns={columns} pages={pages} />}
      {editing && <SetDialog {...editing} onSaved={saved} onClose={close} />}
    </>
  );
}

/**
 * Who may do what, and why: the four roles, the permission sets, or one account, asked of the same
 * function as the server (docs/roles.md, "The page of rights").
 */
export function RightsPage({ pages }: { pages: readonly GuardedPage[] }) {
  const { t } = useTranslation('rights-page');
  const { t: common } = useTranslation();
  const [params, setParams] = useSearchParams();
  const sets = usePermissionSets();
  const asked = params.get('of');
  const part: Part = comparedRights.find((one) => one === asked) ?? 'roles';
  const go = (of: Part, id?: string) =>
    setParams({ view: 'rights', of, ...(id !== undefined && { id }) }, { replace: true });
  const columns = roles.map((role): RightsColumn => ({
    key: role,
    name: common(`role.${role}`),
    grant: { role },
  }));
  return (
    <Stack>
      <PageHeader title={t('title')} back={paths.staff} />
      <PrintFrame isBuilt title={t('title')} filters={[t(`of.${part}`)]} />
      <Segments
        label={t('of.label')}
        options={comparedRights.map((value) => ({ value, label: t(`of.${value}`) }))}
        value={part}
        onChoose={go}
      />
      {part === 'roles' && <ColumnsPart columns={columns} pages={pages} />}
      {part !== 'roles' && sets.error && (
        <LoadFailed failed={t('failed')} error={sets.error} onRetry={() => void sets.refetch()} />
      )}
      {part !== 'roles' && !sets.data && !sets.error && <LineSkeleton height="12rem" />}
      {part === 'sets' && sets.data && <SetsPart sets={sets.data} pages={pages} />}
      {part === 'account' && sets.data && (
        <RightsOfAccount
          id={params.get('id')}
          sets={sets.data}
          pages={pages}
          onChoose={(id) => go('account', id)}
        />
      )}
    </Stack>
  );
}
